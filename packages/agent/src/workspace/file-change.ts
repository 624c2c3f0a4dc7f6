import { type FileState, type FileStates, isSameState } from "./file-state.js";

/** What became of one file between two states of a tree. */
export interface FileChange {
  readonly path: string;
  /** Null for a file that was not there. */
  readonly before: FileState | null;
  /** Null for a file that is gone. */
  readonly after: FileState | null;
}

/** Every file that differs, by path. Pure. */
export function changesBetween(before: FileStates, after: FileStates): readonly FileChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const change = {
      path,
      before: before.get(path) ?? null,
      after: after.get(path) ?? null,
    };
    return isSameState(change.before, change.after) ? [] : [change];
  });
}

/**
 * What of a tree's changes is the work itself: files that only appeared while a verifier ran, such as its caches, are not. What the
 * verifier changed of files that are part of the work is. Pure.
 */
export function withoutByproducts(
  changes: readonly FileChange[],
  byproducts: ReadonlySet<string>,
): readonly FileChange[] {
  return changes.filter(({ path, before }) => before !== null || !byproducts.has(path));
}
