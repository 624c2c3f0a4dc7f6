import { posix, win32 } from "node:path";
import { isPath } from "../endpoint/check-command.js";
import { TransportError } from "../transport-error.js";
import type { FileLookup } from "./file-lookup.js";

export interface ProgramSearch {
  /** The first element of the command: an absolute path, or a bare name. */
  readonly program: string;
  /** The search path as the environment gives it; undefined where it gives none. */
  readonly searchPath: string | undefined;
  /** A program inside this folder is refused; null where there is no workspace. */
  readonly workspace: string | null;
  readonly platform: NodeJS.Platform;
  readonly files: FileLookup;
}

export interface ResolvedProgram {
  /** What is executed: absolute, every link resolved. */
  readonly realPath: string;
  /** Where it was found: what the program gets to see as its own name. */
  readonly foundAt: string;
}

/** What is tried on Windows for a name without one of these endings; batch files are found only to be refused (T09). */
const WINDOWS_BATCH_FILES = [".cmd", ".bat"];
const WINDOWS_ENDINGS = [".exe", ".com", ...WINDOWS_BATCH_FILES];

/**
 * Finds the program once, so that what runs is what was looked at (T03). Rejects with a `TransportError` of code
 * `program_not_found`, `program_not_executable` or `unsafe_program`.
 */
export async function resolveProgram(search: ProgramSearch): Promise<ResolvedProgram> {
  const found = await findFirst(search, candidates(search));
  const workspace = search.workspace;
  if (workspace !== null) {
    const path = pathFor(search.platform);
    const realWorkspace = await search.files.realPath(workspace);
    const isPlanted = [found.realPath, found.foundAt].some(
      (place) => contains(path, workspace, place) || contains(path, realWorkspace, place),
    );
    if (isPlanted) {
      throw unsafe(
        `The program ${found.realPath} lies inside the workspace ${workspace}, where whatever works there could replace it.`,
        "Install the server outside the workspace.",
      );
    }
  }
  return found;
}

/** Every path to try, in order. Throws where the search path could lead into the current folder. */
function candidates(search: ProgramSearch): readonly string[] {
  const { program, platform } = search;
  if (isPath(program)) return withEndings(program, platform);
  return folders(search).flatMap((folder) =>
    withEndings(pathFor(platform).join(folder, program), platform),
  );
}

function folders({ program, searchPath, platform }: ProgramSearch): readonly string[] {
  const path = pathFor(platform);
  if (searchPath === undefined || searchPath === "") {
    throw new TransportError({
      code: "program_not_found",
      message: `The program ${JSON.stringify(program)} cannot be looked up: PATH is not set.`,
      hint: "Set PATH, or write the program's absolute path.",
      mayHaveRun: false,
    });
  }
  const entries = searchPath.split(path.delimiter);
  const unsafeEntry = entries.find((entry) => !path.isAbsolute(entry));
  if (unsafeEntry !== undefined) {
    const what = unsafeEntry === "" ? "an empty entry" : `the relative entry ${unsafeEntry}`;
    throw unsafe(
      `PATH has ${what}, so that the name ${JSON.stringify(program)} could mean a file in the current folder.`,
      "Remove that entry from PATH, or write the program's absolute path.",
    );
  }
  return entries;
}

function withEndings(file: string, platform: NodeJS.Platform): readonly string[] {
  if (platform !== "win32" || endsWithOneOf(file, WINDOWS_ENDINGS)) return [file];
  return WINDOWS_ENDINGS.map((ending) => `${file}${ending}`);
}

async function findFirst(
  { program, platform, files }: ProgramSearch,
  paths: readonly string[],
): Promise<ResolvedProgram> {
  let notExecutable: string | null = null;
  for (const foundAt of paths) {
    const finding = await files.find(foundAt);
    if (finding.kind === "program") {
      refuseBatchFile(program, finding.realPath, platform);
      return { realPath: finding.realPath, foundAt };
    }
    if (finding.kind === "not_executable") notExecutable ??= foundAt;
  }
  if (notExecutable !== null) {
    throw new TransportError({
      code: "program_not_executable",
      message: `${notExecutable} exists but may not be executed.`,
      hint: `Make it executable (chmod +x ${notExecutable}), or start it through its interpreter.`,
      mayHaveRun: false,
    });
  }
  throw new TransportError({
    code: "program_not_found",
    message: isPath(program)
      ? `There is no program at ${program}.`
      : `No program named ${JSON.stringify(program)} was found in PATH.`,
    hint: "Verify direct argv: install the server, or correct the first element of its command.",
    mayHaveRun: false,
  });
}

function refuseBatchFile(program: string, realPath: string, platform: NodeJS.Platform): void {
  if (platform !== "win32" || !endsWithOneOf(realPath, WINDOWS_BATCH_FILES)) return;
  throw unsafe(
    `${JSON.stringify(program)} leads to ${realPath}, a batch file, which Windows runs through a shell.`,
    "Name the program that it starts, such as node with the path of a script.",
  );
}

function endsWithOneOf(file: string, endings: readonly string[]): boolean {
  return endings.some((ending) => file.toLowerCase().endsWith(ending));
}

function contains(path: typeof posix, folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== "" && relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}

function pathFor(platform: NodeJS.Platform): typeof posix {
  return platform === "win32" ? win32 : posix;
}

function unsafe(message: string, hint: string): TransportError {
  return new TransportError({ code: "unsafe_program", message, hint, mayHaveRun: false });
}
