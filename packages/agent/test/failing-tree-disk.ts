import { readFileSync, writeFileSync } from "node:fs";
import { nodeTreeDisk, type TreeDisk } from "../src/workspace/tree-disk.js";

/** How a disk fails. */
export interface DiskFailure {
  readonly code: "ENOSPC" | "EIO";
  /** Counted from 0 over every call. */
  readonly at: number;
  /** `once`, or from then on whatever needs room or anything at all. */
  readonly lasts: "once" | "for writing" | "for all";
  /** Whether the call that fails has done its work, or a copy half of it. */
  readonly fails: "before" | "after";
}

/** The machine's disk, which fails as told; and how often it was asked. */
export function failingTreeDisk(failure: DiskFailure | null): {
  readonly disk: TreeDisk;
  readonly asked: () => number;
} {
  let count = 0;
  const due = (needsRoom: boolean): boolean => {
    const index = count++;
    if (failure === null) return false;
    if (index === failure.at) return true;
    if (index < failure.at) return false;
    return failure.lasts === "for all" || (failure.lasts === "for writing" && needsRoom);
  };
  const refusal = () => {
    const code = failure?.code ?? "EIO";
    return Object.assign(new Error(`${code}: the disk failed`), { code });
  };
  const act = async (needsRoom: boolean, work: () => Promise<void>, half = work) => {
    if (!due(needsRoom)) return await work();
    if (failure?.fails === "after") await half().catch(() => {});
    throw refusal();
  };
  const real = nodeTreeDisk;
  const disk: TreeDisk = {
    makeFolder: (folder) => act(true, () => real.makeFolder(folder)),
    removeFolder: (folder) => act(false, () => real.removeFolder(folder)),
    copy: (from, to) =>
      act(
        true,
        () => real.copy(from, to),
        async () => {
          const bytes = readFileSync(from);
          writeFileSync(to, bytes.subarray(0, bytes.length / 2));
        },
      ),
    setMode: (file, mode) => act(false, () => real.setMode(file, mode)),
    sync: (path) => act(true, () => real.sync(path)),
    rename: (from, to) => act(false, () => real.rename(from, to)),
    remove: (file) => act(false, () => real.remove(file)),
  };
  return { disk, asked: () => count };
}
