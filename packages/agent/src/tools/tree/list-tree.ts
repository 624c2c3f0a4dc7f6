import { ToolProblem } from "../tool-problem.js";
import { type Entry, isSkipped, readEntries } from "./read-entries.js";
import type { TreePath } from "./tree-path.js";

/** A directory of a listing. */
export interface ListedDirectory {
  readonly entries: readonly Entry[];
  /** Entries that the directory holds and the listing does not. */
  readonly leftOut: number;
  /** Whether there are more than were counted. */
  readonly isCut: boolean;
}

export interface Listing {
  /** By path, `.` for the root; a directory that is not among them was not looked into. */
  readonly directories: ReadonlyMap<string, ListedDirectory>;
  readonly entries: number;
}

export interface ListBounds {
  readonly depth: number;
  readonly maxEntries: number;
  readonly signal: AbortSignal;
}

/** Lists level by level, so that the bound cuts what lies deepest. Rejects with a `ToolProblem` when the directory itself cannot be read. */
export async function listTree(
  root: string,
  start: TreePath,
  { depth, maxEntries, signal }: ListBounds,
): Promise<Listing> {
  const directories = new Map<string, ListedDirectory>();
  let left = maxEntries;
  let level: readonly TreePath[] = [start];
  for (let at = 0; at < depth && level.length > 0; at += 1) {
    const next: TreePath[] = [];
    for (const path of level) {
      if (signal.aborted) throw new ToolProblem("The call was stopped.");
      if (left === 0) break;
      const read = await readEntries(root, path);
      if ("unreadable" in read) {
        if (path === start) throw unreadable(path, read.unreadable);
        continue;
      }
      const entries = read.entries.slice(0, left);
      left -= entries.length;
      const leftOut = read.entries.length - entries.length;
      directories.set(path.text, { entries, leftOut, isCut: read.isCut });
      for (const entry of entries) {
        if (entry.kind === "directory" && !isSkipped(entry)) next.push(entry.path);
      }
    }
    level = next;
  }
  return { directories, entries: maxEntries - left };
}

function unreadable({ text }: TreePath, code: string): ToolProblem {
  return new ToolProblem(
    code === "ENOTDIR"
      ? `${text} is a file, not a directory. Use read for its text.`
      : `${text} cannot be listed: the system said ${code}.`,
  );
}
