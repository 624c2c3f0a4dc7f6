import type { Digest } from "@perspt/json";

/** One regular file as it stands: what a change is measured by. */
export interface FileState {
  /** SHA-256 of its bytes. */
  readonly digest: Digest;
  readonly bytes: number;
  readonly isExecutable: boolean;
}

/** Every file of a tree by its path from the root, `/` between its parts. */
export type FileStates = ReadonlyMap<string, FileState>;

export function isSameState(one: FileState | null, other: FileState | null): boolean {
  if (one === null || other === null) return one === other;
  return one.digest === other.digest && one.isExecutable === other.isExecutable;
}
