import { systemCode } from "../../system-code.js";
import { ToolProblem } from "../tool-problem.js";
import { readUpTo, withFile } from "../tree/file-content.js";
import { inDirectory, type OpenDirectory } from "../tree/open-directory.js";
import type { TreePath } from "../tree/tree-path.js";
import type { FilesOfDirectory } from "../tree/walk-files.js";

/** A file as a search has it. */
export interface SearchedFile {
  readonly path: TreePath;
  /** None of a binary file, or one that cannot be read; null of one that is too large. */
  readonly lines: readonly string[] | null;
}

/** Files that are read at once. */
const BATCH = 8;

/** The files' lines, in the order of the files. Ends early where a directory is gone. */
export async function* readTexts(
  root: string,
  walk: AsyncIterable<FilesOfDirectory>,
  isIncluded: (path: string) => boolean,
  maxFileBytes: number,
): AsyncGenerator<SearchedFile> {
  for await (const { directory, files } of walk) {
    const wanted = files.filter(({ text }) => isIncluded(text));
    for (let from = 0; from < wanted.length; from += BATCH) {
      yield* await readBatch(root, directory, wanted.slice(from, from + BATCH), maxFileBytes);
    }
  }
}

async function readBatch(
  root: string,
  { segments }: TreePath,
  files: readonly TreePath[],
  maxFileBytes: number,
): Promise<readonly SearchedFile[]> {
  try {
    return await inDirectory(root, segments, (directory) =>
      Promise.all(files.map((path) => readLines(directory, path, maxFileBytes))),
    );
  } catch (error) {
    if (isOfTheTree(error)) return [];
    throw error;
  }
}

async function readLines(
  directory: OpenDirectory,
  path: TreePath,
  maxFileBytes: number,
): Promise<SearchedFile> {
  try {
    const name = path.segments.at(-1) ?? "";
    return await withFile(directory, name, path, async (handle, { size }) => {
      if (size > BigInt(maxFileBytes)) return { path, lines: null };
      const bytes = await readUpTo(handle, maxFileBytes, Number(size));
      const isBinary = bytes.includes(0);
      return { path, lines: isBinary ? [] : bytes.toString("utf8").split(/\r?\n/) };
    });
  } catch (error) {
    if (isOfTheTree(error)) return { path, lines: [] };
    throw error;
  }
}

/** Gone, replaced by something else since its directory was read, or not permitted: no reason to end a search. */
function isOfTheTree(error: unknown): boolean {
  return error instanceof ToolProblem || systemCode(error) !== null;
}
