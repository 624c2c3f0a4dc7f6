import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  rmdir,
  unlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestBytes } from "@perspt/json";
import { isWithin } from "@perspt/kernel";
import { systemCode } from "../system-code.js";
import type { FileChange } from "./file-change.js";
import { isSameState } from "./file-state.js";
import { isAbsent, readStanding, readState } from "./read-states.js";
import { type Step, takeBack } from "./take-back.js";
import { syncDirectory } from "./write-whole.js";

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

export type Applying =
  | { readonly kind: "applied" }
  /** Files that are neither as they were nor as they shall be, or in whose place something else stands: nothing was touched. */
  | { readonly kind: "tree_changed"; readonly paths: readonly string[] }
  /** The system refused; everything that had been put in place was taken back, but for these. */
  | { readonly kind: "failed"; readonly message: string; readonly left: readonly string[] };

/**
 * Puts a change into the person's tree as a whole. Every new content stands whole and durable in the tree before the first one takes its
 * place; each target is looked at again at that moment; a failure puts back what was there. A file that is already as it shall be is left
 * alone, so that what a crash interrupted can be finished. Durable when it resolves; never rejects.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  places: ApplyPlaces,
): Promise<Applying> {
  const steps: Step[] = [];
  try {
    const { changed, pending } = await lookAt(changes, places.target);
    if (changed.length > 0) return { kind: "tree_changed", paths: changed };
    const staged = new Map<string, string>();
    for (const change of pending) await stage(change, places, staged);
    for (const change of inOrder(pending)) {
      if ((await lookAt([change], places.target)).pending.length === 0) {
        const left = await takeBack(steps, places);
        if (left.length === 0) return { kind: "tree_changed", paths: [change.path] };
        const message = "The tree changed while the change was put in place.";
        return { kind: "failed", message, left };
      }
      await putInPlace(change, staged.get(change.path), { places, steps });
    }
    for (const folder of new Set(changes.flatMap(({ path }) => foldersAbove(path)))) {
      await syncDirectory(join(places.target, folder)).catch(() => {});
    }
    return { kind: "applied" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "failed", message, left: await takeBack(steps, places) };
  } finally {
    await removeStaged(changes, places);
  }
}

/** Takes away what a crash left in the tree before anything was in place. Never rejects. */
export async function removeStaged(
  changes: readonly FileChange[],
  { target, mark }: Pick<ApplyPlaces, "target" | "mark">,
): Promise<void> {
  for (const { path } of changes) {
    // Also in a folder above, where it stood while its own was missing.
    for (const folder of foldersAbove(path)) {
      await unlink(join(target, folder, stagedName(path, mark))).catch(() => {});
    }
  }
}

/** What of a change stands in a tree: all of it, nothing of it, a part, or something else than before and after. */
export async function standOf(
  changes: readonly FileChange[],
  target: string,
): Promise<"all" | "none" | "part" | "other"> {
  const { changed, pending } = await lookAt(changes, target);
  if (changed.length > 0) return "other";
  if (pending.length === changes.length) return "none";
  return pending.length === 0 ? "all" : "part";
}

async function lookAt(changes: readonly FileChange[], target: string) {
  const changed: string[] = [];
  const pending: FileChange[] = [];
  for (const change of changes) {
    const now = await readStanding(join(target, change.path));
    if (now === "other") changed.push(change.path);
    else if (isSameState(now, change.after)) continue;
    else if (isSameState(now, change.before)) pending.push(change);
    else changed.push(change.path);
  }
  return { changed, pending };
}

/** What goes makes room: a file's name can become a folder's, and a folder's a file's. */
function inOrder(changes: readonly FileChange[]): readonly FileChange[] {
  return [
    ...changes.filter(({ after }) => after === null),
    ...changes.filter(({ after }) => after !== null),
  ];
}

/** The folders that a path lies in, the nearest first; `.` is the tree itself. */
function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === "." ? ["."] : [folder, ...foldersAbove(folder)];
}

function stagedName(path: string, mark: string): string {
  return `.perspt-${mark}-${digestBytes(path).slice("sha256:".length, "sha256:".length + 16)}.tmp`;
}

async function stage(
  { path, after }: FileChange,
  { target, source, mark }: ApplyPlaces,
  staged: Map<string, string>,
): Promise<void> {
  const folder = await nearestFolder(path, target);
  if (after === null) return;
  const file = join(target, folder, stagedName(path, mark));
  const mode = (await modeAt(join(target, path))) ?? (await modeAt(join(source, path))) ?? 0o644;
  await rm(file, { force: true });
  await copyFile(join(source, path), file);
  if ((await readState(file))?.digest !== after.digest) {
    throw new Error(`${path} is no longer what was decided on.`);
  }
  await chmod(file, after.isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111);
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  staged.set(path, file);
}

/** The nearest folder above a path that is there, which must lie in the tree: a link may lead elsewhere. */
async function nearestFolder(path: string, target: string): Promise<string> {
  for (const folder of foldersAbove(path)) {
    try {
      const real = await realpath(join(target, folder));
      if (!isWithin(real, target)) {
        throw new Error(`${folder} is a link that leads out of ${target}.`);
      }
      if ((await lstat(real)).isDirectory()) return folder;
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  throw new Error(`${target} is not there any more.`);
}

async function modeAt(file: string): Promise<number | null> {
  const status = await lstat(file).catch(() => null);
  return status?.isFile() === true ? status.mode & 0o777 : null;
}

async function putInPlace(
  change: FileChange,
  staged: string | undefined,
  { places, steps }: { readonly places: ApplyPlaces; readonly steps: Step[] },
): Promise<void> {
  const { target } = places;
  const { path } = change;
  const file = join(target, path);
  await nearestFolder(path, target);
  const mode = await modeAt(file);
  if (staged === undefined) {
    await unlink(file);
    steps.push({ kind: "file", change, mode });
    await removeEmptyFolders(target, dirname(path));
    return;
  }
  for (const folder of foldersAbove(path).toReversed()) {
    if (await makeFolder(join(target, folder))) steps.push({ kind: "folder", path: folder });
  }
  await rename(staged, file);
  steps.push({ kind: "file", change, mode });
}

/** Whether it was made: false where something stands already. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function removeEmptyFolders(target: string, folder: string): Promise<void> {
  if (folder === ".") return;
  try {
    await rmdir(join(target, folder));
  } catch {
    return;
  }
  await removeEmptyFolders(target, dirname(folder));
}
