import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import type { AppendFile, FileSystem, PathStatus } from "./file-system.js";
import { systemCode } from "./system-code.js";

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Absent on Windows, where links need a privilege to be made. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** The machine's own disk. */
export const nodeFileSystem: FileSystem = {
  status(path): PathStatus {
    const stats = statusOf(path);
    if (stats === null) return { kind: "missing" };
    const kind = stats.isSymbolicLink()
      ? "link"
      : stats.isDirectory()
        ? "directory"
        : stats.isFile()
          ? "file"
          : "other";
    return { kind, mode: stats.mode & 0o777, owner: stats.uid };
  },
  makeDirectory: (path) => mkdirSync(path, { mode: DIRECTORY_MODE }),
  list: (path) => readdirSync(path).sort(),
  read(path) {
    const descriptor = openSync(path, constants.O_RDONLY | NO_FOLLOW);
    try {
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  readPart(path, offset, length) {
    const descriptor = openSync(path, constants.O_RDONLY | NO_FOLLOW);
    try {
      const bytes = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const taken = readSync(descriptor, bytes, filled, length - filled, offset + filled);
        if (taken === 0) break;
        filled += taken;
      }
      return bytes.subarray(0, filled);
    } finally {
      closeSync(descriptor);
    }
  },
  create: (path) =>
    appendFile(
      openSync(
        path,
        constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW,
        FILE_MODE,
      ),
    ),
  open: (path) => appendFile(openSync(path, constants.O_WRONLY | constants.O_APPEND | NO_FOLLOW)),
  identity(path) {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
  },
  truncate(path, size) {
    const descriptor = openSync(path, constants.O_WRONLY | NO_FOLLOW);
    try {
      ftruncateSync(descriptor, size);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  rename: renameSync,
  remove: unlinkSync,
  syncDirectory(path) {
    // Windows has no way to sync a directory.
    if (process.platform === "win32") return;
    const descriptor = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
};

/** Null for nothing, also where a file stands in the way of the path. */
function statusOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (systemCode(error) === "ENOTDIR") return null;
    throw error;
  }
}

function appendFile(descriptor: number): AppendFile {
  return {
    write: (bytes) => writeSync(descriptor, bytes),
    // The callback form: a promise costs more, and the synchronous call would block everything else.
    sync: () =>
      new Promise((resolve, reject) => {
        fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
      }),
    status() {
      const { size, dev, ino } = fstatSync(descriptor);
      return { size, identity: `${dev}:${ino}` };
    },
    close: () => closeSync(descriptor),
  };
}
