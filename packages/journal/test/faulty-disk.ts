import type { AppendFile, FileSystem } from "../src/file-system.js";
import { nodeFileSystem } from "../src/node-file-system.js";

export interface Fault {
  /** Which of the operations that change the disk fails first, from 1; those after it fail as well while `lasts`. */
  readonly at: number;
  readonly code: "ENOSPC" | "EIO";
  /** Operations that fail, counted from `at`. */
  readonly lasts: number;
}

export interface FaultyDisk {
  readonly files: FileSystem;
  /** Operations so far. */
  readonly count: () => number;
}

/** The real disk, but for operations that fail as a full or broken one does. A write that fails has written its first half. */
export function faultyDisk(fault: Fault): FaultyDisk {
  let operations = 0;
  const failsNow = (): boolean => {
    operations += 1;
    return operations >= fault.at && operations < fault.at + fault.lasts;
  };
  const failure = (): Error =>
    Object.assign(new Error(`${fault.code}: injected`), { code: fault.code });
  const guarded = <Result>(work: () => Result): Result => {
    if (failsNow()) throw failure();
    return work();
  };
  const file = (inner: AppendFile): AppendFile => ({
    append(bytes) {
      if (failsNow()) {
        inner.append(bytes.subarray(0, Math.floor(bytes.length / 2)));
        throw failure();
      }
      inner.append(bytes);
    },
    sync: async () => {
      if (failsNow()) throw failure();
      await inner.sync();
    },
    status: () => inner.status(),
    close: () => inner.close(),
  });
  return {
    count: () => operations,
    files: {
      ...nodeFileSystem,
      makeDirectory: (path) => guarded(() => nodeFileSystem.makeDirectory(path)),
      makeDirectories: (path) => guarded(() => nodeFileSystem.makeDirectories(path)),
      create: (path) => guarded(() => file(nodeFileSystem.create(path))),
      open: (path) => guarded(() => file(nodeFileSystem.open(path))),
      truncate: (path, size) => guarded(() => nodeFileSystem.truncate(path, size)),
      rename: (from, to) => guarded(() => nodeFileSystem.rename(from, to)),
      remove: (path) => guarded(() => nodeFileSystem.remove(path)),
      syncDirectory: (path) => guarded(() => nodeFileSystem.syncDirectory(path)),
    },
  };
}
