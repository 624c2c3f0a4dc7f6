import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../tool-problem.js";

const OPEN_DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Where descriptors can be used as directories, a name is looked up in the directory that was opened, wherever that has gone since. */
const DESCRIPTORS = "/proc/self/fd";
const hasDescriptors = process.platform === "linux" && existsSync(DESCRIPTORS);

/**
 * A directory of the tree that was reached without following a link. Names in it are used through the open descriptor where the system
 * can; elsewhere by path, which `isInPlace` checks again.
 */
export interface OpenDirectory {
  /** Relative to the root; `.` for the root. */
  readonly text: string;
  /** What to hand to the system for a name in this directory, or for the directory itself. */
  place(name?: string): string;
  /** Whether this directory still stands at its path: false once it, or one above it, was moved or replaced. */
  isInPlace(): Promise<boolean>;
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

/** Without descriptors: the path is resolved before and after it is opened, and what was opened must be what then stands there. */
async function walkByPath(root: string, segments: readonly string[]): Promise<FileHandle> {
  const path = join(root, ...segments);
  const handle = await open(path, OPEN_DIRECTORY);
  const [opened, standing] = [await handle.stat(), await lstat(path)];
  if (
    (await realpath(path)) === path &&
    opened.ino === standing.ino &&
    opened.dev === standing.dev
  ) {
    return handle;
  }
  await handle.close();
  throw Object.assign(new Error("a link stands in the way"), { code: "ELOOP" });
}

async function isSame(left: FileHandle, right: FileHandle): Promise<boolean> {
  const [one, other] = [await left.stat(), await right.stat()];
  return one.ino === other.ino && one.dev === other.dev;
}
