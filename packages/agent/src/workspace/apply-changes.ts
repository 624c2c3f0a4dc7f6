import {
  chmod,
  copyFile,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestBytes } from "@perspt/json";
import { isWithin } from "@perspt/kernel";
import type { FileChange } from "./file-change.js";
import { isSameState } from "./file-state.js";
import { readState } from "./read-states.js";
import { syncDirectory } from "./write-whole.js";

/** Where a change is taken from, and where it goes. */
export interface ApplyPlaces {
  /** The person's tree. */
  readonly target: string;
  /** Holds each changed file as it shall be. */
  readonly source: string;
  /** Holds each changed file as it was. */
  readonly base: string;
  /** Part of the names of the files that stand beside their targets until they take their place. */
  readonly mark: string;
}

export type Applying =
  | { readonly kind: "applied" }
  /** Files that are neither as they were nor as they shall be: nothing was touched. */
  | { readonly kind: "tree_changed"; readonly paths: readonly string[] }
  /** The system refused; everything that had been put in place was taken back, but for these. */
  | { readonly kind: "failed"; readonly message: string; readonly left: readonly string[] };

/**
 * Puts a change into the person's tree as a whole. Every new content stands whole and durable beside its target before the first one takes
 * its place; each target is looked at again at that moment; a failure puts back what was there. A file that is already as it shall be is
 * left alone, so that what a crash interrupted can be finished. Durable when it resolves; never rejects.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  places: ApplyPlaces,
): Promise<Applying> {
  const done: FileChange[] = [];
  try {
    const states = await lookAt(changes, places.target);
    if (states.changed.length > 0) return { kind: "tree_changed", paths: states.changed };
    for (const change of states.pending) await stage(change, places);
    for (const change of states.pending) {
      const now = await readState(join(places.target, change.path));
      if (!isSameState(now, change.before)) {
        return await takeBack(done, places, { kind: "tree_changed", paths: [change.path] });
      }
      await putInPlace(change, places);
      done.push(change);
    }
    for (const folder of new Set(changes.map(({ path }) => dirname(join(places.target, path))))) {
      await syncDirectory(folder).catch(() => {});
    }
    return { kind: "applied" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return await takeBack(done, places, { kind: "failed", message, left: [] });
  } finally {
    for (const { path } of changes) await rm(stagedName(path, places), { force: true });
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
    const now = await readState(join(target, change.path));
    if (isSameState(now, change.after)) continue;
    if (isSameState(now, change.before)) pending.push(change);
    else changed.push(change.path);
  }
  return { changed, pending };
}

function stagedName(path: string, { target, mark }: ApplyPlaces): string {
  const name = digestBytes(path).slice("sha256:".length, "sha256:".length + 16);
  return join(target, dirname(path), `.perspt-${mark}-${name}.tmp`);
}

async function stage({ path, after }: FileChange, places: ApplyPlaces): Promise<void> {
  if (after === null) return;
  const staged = stagedName(path, places);
  await mkdir(dirname(staged), { recursive: true });
  const folder = await realpath(dirname(staged));
  if (!isWithin(folder, places.target)) {
    throw new Error(`${dirname(path)} is a link that leads out of ${places.target}.`);
  }
  await copyFile(join(places.source, path), staged);
  await chmod(staged, await modeFor(join(places.target, path), after.isExecutable));
  const handle = await open(staged, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The person's own mode where the file is there, but for what says that it can be executed. */
async function modeFor(file: string, isExecutable: boolean): Promise<number> {
  const mode = await stat(file).then(
    (status) => status.mode & 0o777,
    () => 0o644,
  );
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

async function putInPlace({ path, after }: FileChange, places: ApplyPlaces): Promise<void> {
  const file = join(places.target, path);
  if (after === null) {
    await unlink(file);
    await removeEmptyFolders(places.target, dirname(path));
  } else await rename(stagedName(path, places), file);
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

async function takeBack<End extends Exclude<Applying, { readonly kind: "applied" }>>(
  done: readonly FileChange[],
  { target, base }: ApplyPlaces,
  end: End,
): Promise<Applying> {
  const left: string[] = [];
  for (const { path, before } of done.toReversed()) {
    const file = join(target, path);
    try {
      if (before === null) await unlink(file);
      else {
        await mkdir(dirname(file), { recursive: true });
        const mode = await modeFor(file, before.isExecutable);
        await copyFile(join(base, path), file);
        await chmod(file, mode);
      }
    } catch {
      left.push(path);
    }
  }
  return left.length === 0 ? end : { kind: "failed", message: messageOf(end), left };
}

function messageOf(end: Exclude<Applying, { readonly kind: "applied" }>): string {
  return end.kind === "failed"
    ? end.message
    : "The tree changed while the change was put in place.";
}
