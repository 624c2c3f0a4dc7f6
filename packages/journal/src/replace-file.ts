import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { appendAll } from "./append-all.js";
import type { FileSystem } from "./file-system.js";

const TEMPORARY = /\.[0-9a-f]{16}\.tmp$/;

/** Makes a file's new content durable under its name, whole or not at all. The temporary name cannot be guessed (T76). */
export async function replaceFile(files: FileSystem, path: string, content: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  const file = files.create(temporary);
  try {
    try {
      appendAll(file, content);
      await file.sync();
    } finally {
      file.close();
    }
    files.rename(temporary, path);
  } catch (error) {
    removeQuietly(files, temporary);
    throw error;
  }
  files.syncDirectory(dirname(path));
}

/** Whether a file is what a replacement leaves that was stopped half-way. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/** What is left is only untidy: the next opening tries again. */
export function removeQuietly(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch {}
}
