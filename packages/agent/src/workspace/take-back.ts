import { dirname, join } from "node:path";
import { systemCode } from "../system-code.js";
import type { FileChange } from "./file-change.js";
import { isSameState } from "./file-state.js";
import { readStanding } from "./read-states.js";
import { type ApplyPlaces, foldersAbove, stagedName } from "./staged-files.js";
import type { TreeDisk } from "./tree-disk.js";

/** Something that was done to the person's tree, or begun. */
export type Step =
  | { readonly kind: "folder"; readonly path: string }
  /** `mode`: of the file that was there. */
  | { readonly kind: "file"; readonly change: FileChange; readonly mode: number | null };

/**
 * Undoes steps, the last one first; resolves with the paths of the files that are not as they were. A file that somebody else has changed
 * since is not touched, and is among them. Never rejects.
 */
export async function takeBack(
  steps: readonly Step[],
  places: Pick<ApplyPlaces, "target" | "base" | "mark">,
  disk: TreeDisk,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const step of steps.toReversed()) {
    switch (step.kind) {
      case "folder":
        // An empty folder that stays is no change of the tree's files.
        await disk.removeFolder(join(places.target, step.path)).catch(() => {});
        break;
      case "file":
        if (!(await isTakenBack(step, places, disk))) left.push(step.change.path);
    }
  }
  return left;
}

async function isTakenBack(
  { change, mode }: Extract<Step, { readonly kind: "file" }>,
  { target, base, mark }: Pick<ApplyPlaces, "target" | "base" | "mark">,
  disk: TreeDisk,
): Promise<boolean> {
  const { path, before, after } = change;
  const file = join(target, path);
  const whole = join(dirname(file), stagedName(path, mark));
  const isAsItWas = async (): Promise<boolean> => {
    const now = await readStanding(file);
    return now !== "other" && isSameState(now, before);
  };
  try {
    if (await isAsItWas()) return true;
    const now = await readStanding(file);
    if (now === "other" || !isSameState(now, after)) return false;
    if (before === null) await disk.remove(file);
    else {
      for (const folder of foldersAbove(path).toReversed()) {
        await disk.makeFolder(join(target, folder)).catch(ignoreThere);
      }
      await disk.copy(join(base, path), whole);
      if (mode !== null) await disk.setMode(whole, mode);
      await disk.sync(whole);
      await disk.rename(whole, file);
    }
    return true;
  } catch {
    await disk.remove(whole).catch(() => {});
    return await isAsItWas().catch(() => false);
  }
}

function ignoreThere(error: unknown): void {
  if (systemCode(error) !== "EEXIST") throw error;
}
