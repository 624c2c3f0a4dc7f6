import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { type Digest, digestBytes } from "@perspt/json";
import { systemCode } from "../../system-code.js";
import { ToolProblem } from "../tool-problem.js";
import { inDirectory, type OpenDirectory } from "./open-directory.js";
import { openFile, standingAt } from "./open-file.js";
import type { TreePath } from "./tree-path.js";

/** Largest file that is changed by patches, in bytes. */
export const MAX_PATCHED_BYTES = 4 * 1024 * 1024;

const CHUNK_BYTES = 64 * 1024;

/** A file as it was when it was looked at. */
export interface FileSnapshot {
  readonly digest: Digest;
  readonly status: BigIntStats;
}

/** A file whose whole text was read. */
export interface TextSnapshot extends FileSnapshot {
  readonly text: string;
}

/** The file at a place; null where nothing stands, or the directory is missing. Rejects with a `ToolProblem` for what is no regular file. */
export async function snapshotOf(root: string, path: TreePath): Promise<FileSnapshot | null> {
  return inParent(root, path, null, async (directory, name) => {
    if ((await standingAt(directory, name, path.text)).kind === "nothing") return null;
    return withFile(directory, name, path, async (handle, status) => ({
      digest: await digestOf(handle),
      status,
    }));
  });
}

/** The text at a place; null where nothing stands. Rejects with a `ToolProblem` for what is too large or is not UTF-8. */
export async function textSnapshotOf(root: string, path: TreePath): Promise<TextSnapshot | null> {
  return inParent(root, path, null, async (directory, name) => {
    if ((await standingAt(directory, name, path.text)).kind === "nothing") return null;
    return withFile(directory, name, path, async (handle, status) => {
      if (status.size > BigInt(MAX_PATCHED_BYTES)) {
        throw new ToolProblem(
          `${path.text} has ${status.size} bytes; at most ${MAX_PATCHED_BYTES} can be patched. Change it with a command.`,
        );
      }
      const bytes = await readUpTo(handle, MAX_PATCHED_BYTES, Number(status.size));
      return { digest: digestBytes(bytes), status, text: decodeText(bytes, path.text) };
    });
  });
}

/** Opens a place's directory without following links; `absent` where that directory is missing. */
export async function inParent<Result>(
  root: string,
  { segments }: TreePath,
  absent: Result,
  work: (directory: OpenDirectory, name: string) => Promise<Result>,
): Promise<Result> {
  const name = segments.at(-1);
  if (name === undefined) throw new ToolProblem("The path names the workspace itself.");
  let isOpen = false;
  try {
    return await inDirectory(root, segments.slice(0, -1), (directory) => {
      isOpen = true;
      return work(directory, name);
    });
  } catch (error) {
    if (!isOpen && systemCode(error) === "ENOENT") return absent;
    throw error;
  }
}

export async function withFile<Result>(
  directory: OpenDirectory,
  name: string,
  path: TreePath,
  work: (handle: FileHandle, status: BigIntStats) => Promise<Result>,
): Promise<Result> {
  const { handle, status } = await openFile(directory, name, path.text);
  try {
    return await work(handle, status);
  } finally {
    await handle.close();
  }
}

/** Whether a file is still the one that was looked at, as far as its status can tell. */
export function isUntouched(before: BigIntStats, now: BigIntStats): boolean {
  return (
    before.ino === now.ino &&
    before.dev === now.dev &&
    before.size === now.size &&
    before.mtimeNs === now.mtimeNs &&
    before.ctimeNs === now.ctimeNs
  );
}

/** Rejects with a `ToolProblem` for what is not UTF-8 or holds a NUL. A byte order mark stays. */
export function decodeText(bytes: Uint8Array, shown: string): string {
  if (bytes.includes(0)) throw new ToolProblem(`${shown} is a binary file, not text.`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolProblem(`${shown} is not UTF-8 text.`);
  }
}

/** The bytes from the beginning, at most as many as that; `expected` is how many there should be. */
export async function readUpTo(
  handle: FileHandle,
  maxBytes: number,
  expected: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let taken = 0;
  // A read that is not filled has met the end.
  for (let wanted = expected + 1; taken < maxBytes; wanted = CHUNK_BYTES) {
    const chunk = Buffer.allocUnsafe(Math.min(wanted, maxBytes - taken));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    chunks.push(chunk.subarray(0, bytesRead));
    taken += bytesRead;
    if (bytesRead < chunk.length) break;
  }
  return Buffer.concat(chunks);
}

async function digestOf(handle: FileHandle): Promise<Digest> {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return `sha256:${hash.digest("hex")}`;
    hash.update(chunk.subarray(0, bytesRead));
  }
}
