import { join } from "node:path";
import { systemCode } from "../system-code.js";
import type { FileChange } from "./file-change.js";
import { isSameState } from "./file-state.js";
import { readStanding } from "./read-states.js";
import {
  type ApplyPlaces,
  foldersAbove,
  modeAt,
  nearestFolder,
  removeStaged,
  stage,
} from "./staged-files.js";
import { type Step, takeBack } from "./take-back.js";
import { nodeTreeDisk, type TreeDisk } from "./tree-disk.js";

export type Applying =
  | { readonly kind: "applied" }
  /** Files that are neither as they were nor as they shall be, or in whose place something else stands: nothing was touched. */
  | { readonly kind: "tree_changed"; readonly paths: readonly string[] }
  /** The system refused; everything that had been put in place was taken back, but for these. */
  | { readonly kind: "failed"; readonly message: string; readonly left: readonly string[] };

/**
 * Puts a change into the person's tree as a whole. Every new content stands whole and durable in the tree before the first one takes its
 * place; each target is looked at again at that moment; a failure puts back what was there. A file that is already as it shall be is left
 * alone, so that what a crash or a failure interrupted can be finished. Durable when it resolves; never rejects.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  places: ApplyPlaces,
  disk: TreeDisk = nodeTreeDisk,
): Promise<Applying> {
  const steps: Step[] = [];
  try {
    const { changed, pending } = await lookAt(changes, places.target);
    if (changed.length > 0) return { kind: "tree_changed", paths: changed };
    const staged = new Map<string, string | null>();
    for (const change of pending) staged.set(change.path, await stage(change, places, disk));
    for (const change of inOrder(pending)) {
      if ((await lookAt([change], places.target)).pending.length === 0) {
        const left = await takeBack(steps, places, disk);
        if (left.length === 0) return { kind: "tree_changed", paths: [change.path] };
        const message = "The tree changed while the change was put in place.";
        return { kind: "failed", message, left };
      }
      await putInPlace(change, staged.get(change.path) ?? null, { places, steps, disk });
    }
    for (const folder of new Set(changes.flatMap(({ path }) => foldersAbove(path)))) {
      await syncFolder(join(places.target, folder), disk);
    }
    return { kind: "applied" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Their room may be what is missing.
    await removeStaged(changes, places, disk);
    return { kind: "failed", message, left: await takeBack(steps, places, disk) };
  } finally {
    await removeStaged(changes, places, disk);
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

interface Putting {
  readonly places: ApplyPlaces;
  readonly steps: Step[];
  readonly disk: TreeDisk;
}

async function putInPlace(
  change: FileChange,
  staged: string | null,
  { places, steps, disk }: Putting,
): Promise<void> {
  const { target } = places;
  const { path } = change;
  const file = join(target, path);
  await nearestFolder(path, target);
  // Told before it is done: a call that fails may have done its work.
  const step: Step = { kind: "file", change, mode: await modeAt(file) };
  if (staged === null) {
    steps.push(step);
    await disk.remove(file);
    await removeEmptyFolders(target, foldersAbove(path), disk);
    return;
  }
  for (const folder of foldersAbove(path).toReversed()) {
    if (await isMade(join(target, folder), disk)) steps.push({ kind: "folder", path: folder });
  }
  steps.push(step);
  await disk.rename(staged, file);
}

/** False where something stands already. */
async function isMade(folder: string, disk: TreeDisk): Promise<boolean> {
  try {
    await disk.makeFolder(folder);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function removeEmptyFolders(
  target: string,
  folders: readonly string[],
  disk: TreeDisk,
): Promise<void> {
  for (const folder of folders) {
    if (folder === ".") return;
    try {
      await disk.removeFolder(join(target, folder));
    } catch {
      return;
    }
  }
}

/** What a disk says when it lost what it was given; others, such as "not supported", lose nothing. */
const LOSSES: ReadonlySet<string | null> = new Set(["EIO", "ENOSPC", "EDQUOT"]);

async function syncFolder(folder: string, disk: TreeDisk): Promise<void> {
  try {
    await disk.sync(folder);
  } catch (error) {
    if (LOSSES.has(systemCode(error))) throw error;
  }
}
