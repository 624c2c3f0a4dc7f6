import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../system-code.js";

const OPEN_DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Where descriptors can be used as directories, a name is looked up in the directory that was opened, wherever that has gone since. */
const DESCRIPTORS = "/proc/self/fd";
const hasDescriptors = process.platform === "linux" && existsSync(DESCRIPTORS);

/**
 * A directory of the tree that was reached without following a link. Names in it are used through the open descriptor where the system can
 * (Linux): then nothing that happens to the path can lead out of the tree. Elsewhere they are used by path, which is checked before and
 * after: a link that is put in place and taken away again at the right moments could still be followed.
 */
export interface OpenDirectory {
  /** Relative to the root; `.` for the root. */
  readonly text: string;
  /** What to hand to the system for a name in this directory, or for the directory itself. */
  place(name?: string): string;
  /** Whether this directory still stands at its path: false once it, or one above it, was moved or replaced. */
  isInPlace(): Promise<boolean>;
  /** After names were read: rejects with ELOOP where they may have been another directory's. */
  confirm(): Promise<void>;
  /** After a file was opened under a name: rejects with ELOOP where it may be another directory's. */
  confirmFile(name: string, file: FileHandle): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Walks from the root, which is an absolute real path, segment by segment. Rejects with the system's error: ENOENT for a missing part,
 * ENOTDIR or ELOOP for one that is no directory or is a link.
 */
export async function openDirectory(
  root: string,
  segments: readonly string[],
): Promise<OpenDirectory> {
  const handle = await walk(root, segments);
  const path = join(root, ...segments);
  const base = hasDescriptors ? `${DESCRIPTORS}/${handle.fd}` : path;
  return {
    text: segments.length === 0 ? "." : segments.join("/"),
    place: (name) => (name === undefined ? base : `${base}/${name}`),
    async isInPlace() {
      try {
        const again = await walk(root, segments);
        try {
          return await isSame(handle, again);
        } finally {
          await again.close();
        }
      } catch (error) {
        if (systemCode(error) === null) throw error;
        return false;
      }
    },
    async confirm() {
      if (!hasDescriptors) await requireStanding(path, handle);
    },
    async confirmFile(name, file) {
      if (!hasDescriptors) await requireStanding(join(path, name), file);
    },
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Opens a directory, works in it, and closes it whatever comes. */
export async function inDirectory<Result>(
  root: string,
  segments: readonly string[],
  work: (directory: OpenDirectory) => Promise<Result>,
): Promise<Result> {
  const directory = await openDirectory(root, segments);
  try {
    return await work(directory);
  } finally {
    await directory.close();
  }
}

async function walk(root: string, segments: readonly string[]): Promise<FileHandle> {
  if (!hasDescriptors) return walkByPath(root, segments);
  let handle = await open(root, OPEN_DIRECTORY);
  for (const segment of segments) {
    const parent = handle;
    try {
      handle = await open(`${DESCRIPTORS}/${parent.fd}/${segment}`, OPEN_DIRECTORY);
    } finally {
      await parent.close();
    }
  }
  return handle;
}

async function walkByPath(root: string, segments: readonly string[]): Promise<FileHandle> {
  const path = join(root, ...segments);
  const handle = await open(path, OPEN_DIRECTORY);
  try {
    await requireStanding(path, handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

/** What was opened must be what stands at its path, and no part of that path may be a link. */
async function requireStanding(path: string, opened: FileHandle): Promise<void> {
  const before = await realpath(path);
  const [status, standing] = [await opened.stat(), await lstat(path)];
  const after = await realpath(path);
  const isSame = status.ino === standing.ino && status.dev === standing.dev;
  if (isSame && before === path && after === path) return;
  throw Object.assign(new Error("a link stands in the way"), { code: "ELOOP" });
}

async function isSame(left: FileHandle, right: FileHandle): Promise<boolean> {
  const [one, other] = [await left.stat(), await right.stat()];
  return one.ino === other.ino && one.dev === other.dev;
}
