import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { digestBytes } from "@perspt/json";
import { systemCode } from "../system-code.js";
import type { FileState, FileStates } from "./file-state.js";
import { inParallel } from "./in-parallel.js";

/** The state of one file; null where there is none, or where something else than a regular file stands. */
export async function readState(file: string): Promise<FileState | null> {
  const standing = await readStanding(file);
  return standing === "other" ? null : standing;
}

/** The state of one file; null where a file can be put, `other` where a link, a FIFO, a socket or a device stands. Rejects where it cannot be read. */
export async function readStanding(file: string): Promise<FileState | "other" | null> {
  try {
    const status = await lstat(file);
    if (status.isDirectory()) return null;
    if (!status.isFile()) return "other";
    const bytes = await readFile(file);
    return {
      digest: digestBytes(bytes),
      bytes: bytes.length,
      isExecutable: (status.mode & 0o100) !== 0,
    };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** The states of these files of a tree; what is no regular file is left out. Rejects where one cannot be read. */
export async function readStates(
  tree: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<FileStates> {
  const states = await inParallel(paths, signal, async (path) => {
    return [path, await readState(join(tree, path))] as const;
  });
  return new Map(
    states.flatMap(([path, state]) => (state === null ? [] : [[path, state] as const])),
  );
}

export function isAbsent(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
