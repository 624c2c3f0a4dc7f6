import { constants } from "node:fs";
import { mkdir, open, rename, rm, rmdir, unlink } from "node:fs/promises";
import { digestBytes } from "@perspt/json";
import { systemCode } from "../../system-code.js";
import { type ChangeNotes, noteChange } from "../change-notes.js";
import { ToolProblem } from "../tool-problem.js";
import { inPlace, requireAsItWas, requireInPlace } from "./as-it-was.js";
import { type FileSnapshot, isUntouched } from "./file-content.js";
import { inDirectory, type OpenDirectory } from "./open-directory.js";
import { standingAt } from "./open-file.js";
import { temporaryName } from "./temporary-name.js";
import type { TreePath } from "./tree-path.js";

/** What every change of one call has in common. */
export interface ChangeContext {
  readonly root: string;
  readonly notes: ChangeNotes;
  /** Names the call in the notes. */
  readonly call: string;
  readonly signal: AbortSignal;
}

const CREATE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * Puts content in place of what was looked at: noted, then whole and durable or not at all, with the file's mode kept. Rejects with a
 * `ToolProblem`, and nothing changed, when the place is no longer as it was.
 */
export async function putContent(
  context: ChangeContext,
  path: TreePath,
  before: FileSnapshot | null,
  content: Buffer,
): Promise<"changed" | "unchanged"> {
  const after = digestBytes(content);
  if (before?.digest === after) return "unchanged";
  requireRunning(context);
  await noteChange(context.notes, context.call, {
    kind: "content",
    path: path.text,
    before: before?.digest ?? null,
    after,
  });
  if (before === null) await makeDirectories(context.root, path.segments.slice(0, -1));
  await inPlace(context.root, path, async (directory, name) => {
    const temporary = directory.place(temporaryName(path.text));
    try {
      await rm(temporary, { force: true });
      await writeDurably(temporary, content, before);
      await requireAsItWas(directory, name, path, before);
      await rename(temporary, directory.place(name));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
    await directory.sync();
  });
  return "changed";
}

/** Removes the file that was looked at: noted, and durable when it resolves. */
export async function removeFile(
  context: ChangeContext,
  path: TreePath,
  before: FileSnapshot,
): Promise<void> {
  requireRunning(context);
  await noteChange(context.notes, context.call, {
    kind: "content",
    path: path.text,
    before: before.digest,
    after: null,
  });
  await inPlace(context.root, path, async (directory, name) => {
    await requireAsItWas(directory, name, path, before);
    await unlink(directory.place(name));
    await directory.sync();
  });
}

/** Removes an empty directory; rejects with a `ToolProblem` for one that is not. */
export async function removeDirectory(context: ChangeContext, path: TreePath): Promise<void> {
  requireRunning(context);
  await noteChange(context.notes, context.call, { kind: "directory_removed", path: path.text });
  await inPlace(context.root, path, async (directory, name) => {
    await requireInPlace(directory);
    try {
      await rmdir(directory.place(name));
    } catch (error) {
      const code = systemCode(error);
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
      throw notEmpty(path);
    }
    await directory.sync();
  });
}

export function notEmpty({ text }: TreePath): ToolProblem {
  return new ToolProblem(`${text} is not empty: delete what is in it first.`);
}

/**
 * Gives the file that was looked at another name: noted, in one step, and durable when it resolves. What stands under the new name at that
 * moment is not overwritten; there is no call that would also exclude a file that is made between this look and the step.
 */
export async function moveFile(
  context: ChangeContext,
  from: TreePath,
  to: TreePath,
  before: FileSnapshot,
): Promise<void> {
  requireRunning(context);
  await noteChange(context.notes, context.call, {
    kind: "moved",
    from: from.text,
    to: to.text,
    content: before.digest,
  });
  await makeDirectories(context.root, to.segments.slice(0, -1));
  await inPlace(context.root, from, (source, oldName) =>
    inPlace(context.root, to, async (target, newName) => {
      await requireAsItWas(source, oldName, from, before);
      if (!(await isCaseOfSameFile(target, newName, to, from, before))) {
        await requireAsItWas(target, newName, to, null);
      }
      await rename(source.place(oldName), target.place(newName));
      await target.sync();
      await source.sync();
    }),
  );
}

/** On a file system without regard to case, `Readme` also stands under the name `README`. */
export async function isCaseOfSameFile(
  directory: OpenDirectory,
  name: string,
  to: TreePath,
  from: TreePath,
  before: FileSnapshot,
): Promise<boolean> {
  if (to.text.toLowerCase() !== from.text.toLowerCase()) return false;
  const standing = await standingAt(directory, name, to.text);
  return standing.kind === "file" && isUntouched(before.status, standing.status);
}

/** Makes the directories that are missing on the way, each durable in the one above. */
async function makeDirectories(root: string, segments: readonly string[]): Promise<void> {
  for (let count = 0; count < segments.length; count += 1) {
    const name = segments[count] ?? "";
    await inDirectory(root, segments.slice(0, count), async (directory) => {
      try {
        await mkdir(directory.place(name));
      } catch (error) {
        if (systemCode(error) === "EEXIST") return;
        throw error;
      }
      await directory.sync();
    });
  }
}

async function writeDurably(
  file: string,
  content: Buffer,
  before: FileSnapshot | null,
): Promise<void> {
  const handle = await open(file, CREATE, 0o666);
  try {
    await handle.writeFile(content);
    // The mask of the process has no say in a mode that is kept.
    if (before !== null) await handle.chmod(Number(before.status.mode) & 0o777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function requireRunning({ signal }: ChangeContext): void {
  if (signal.aborted) throw new ToolProblem("The call was stopped before anything was changed.");
}
