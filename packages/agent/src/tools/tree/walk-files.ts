import { isSkipped, readEntries } from "./read-entries.js";
import type { TreePath } from "./tree-path.js";

/** A directory of the tree and the regular files in it, by name. */
export interface FilesOfDirectory {
  readonly directory: TreePath;
  readonly files: readonly TreePath[];
}

/**
 * A directory and those in it, one after the other, without what tools made. No link is followed, so it ends. What cannot be read is passed
 * over.
 */
export async function* walkFiles(root: string, start: TreePath): AsyncGenerator<FilesOfDirectory> {
  const pending: TreePath[] = [start];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const read = await readEntries(root, next);
    if ("unreadable" in read) continue;
    const files = read.entries.filter(({ kind }) => kind === "file").map(({ path }) => path);
    if (files.length > 0) yield { directory: next, files };
    const directories = read.entries.filter(
      (entry) => entry.kind === "directory" && !isSkipped(entry),
    );
    pending.push(...directories.map(({ path }) => path).toReversed());
  }
}
