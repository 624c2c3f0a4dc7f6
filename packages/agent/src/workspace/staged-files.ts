import { lstat, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestBytes } from "@perspt/json";
import { isWithin } from "@perspt/kernel";
import type { FileChange } from "./file-change.js";
import { isAbsent, readState } from "./read-states.js";
import type { TreeDisk } from "./tree-disk.js";

/** Where a change is taken from, and where it goes. */
export interface ApplyPlaces {
  /** The person's tree, absolute, links resolved. */
  readonly target: string;
  /** Holds each changed file as it shall be. */
  readonly source: string;
  /** Holds each changed file as it was. */
  readonly base: string;
  /** Part of the names of the files that stand in the tree until they take their place. */
  readonly mark: string;
}

/** Puts a new content into the tree, whole and durable, under a name of its own; null where the change is a deletion. */
export async function stage(
  { path, after }: FileChange,
  { target, source, mark }: ApplyPlaces,
  disk: TreeDisk,
): Promise<string | null> {
  const folder = await nearestFolder(path, target);
  if (after === null) return null;
  const file = join(target, folder, stagedName(path, mark));
  const mode = (await modeAt(join(target, path))) ?? (await modeAt(join(source, path))) ?? 0o644;
  await disk.remove(file).catch(ignoreAbsent);
  await disk.copy(join(source, path), file);
  if ((await readState(file))?.digest !== after.digest) {
    throw new Error(`${path} is no longer what was decided on.`);
  }
  await disk.setMode(file, after.isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111);
  await disk.sync(file);
  return file;
}

/** Takes away what stands under those names, also of an earlier try. Never rejects. */
export async function removeStaged(
  changes: readonly FileChange[],
  { target, mark }: Pick<ApplyPlaces, "target" | "mark">,
  disk: TreeDisk,
): Promise<void> {
  for (const { path } of changes) {
    // Also in a folder above, where it stood while its own was missing.
    for (const folder of foldersAbove(path)) {
      await disk.remove(join(target, folder, stagedName(path, mark))).catch(() => {});
    }
  }
}

export function stagedName(path: string, mark: string): string {
  return `.perspt-${mark}-${digestBytes(path).slice("sha256:".length, "sha256:".length + 16)}.tmp`;
}

/** The folders that a path lies in, the nearest first; `.` is the tree itself. */
export function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === "." ? ["."] : [folder, ...foldersAbove(folder)];
}

/** The nearest folder above a path that is there, which must lie in the tree: a link may lead elsewhere. */
export async function nearestFolder(path: string, target: string): Promise<string> {
  for (const folder of foldersAbove(path)) {
    try {
      const real = await realpath(join(target, folder));
      if (!isWithin(real, target)) {
        throw new Error(`${folder} is a link that leads out of ${target}.`);
      }
      if ((await lstat(real)).isDirectory()) return folder;
    } catch (error) {
      ignoreAbsent(error);
    }
  }
  throw new Error(`${target} is not there any more.`);
}

export async function modeAt(file: string): Promise<number | null> {
  const status = await lstat(file).catch(() => null);
  return status?.isFile() === true ? status.mode & 0o777 : null;
}

function ignoreAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error;
}
