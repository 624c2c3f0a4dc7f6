import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import type { FileSystem } from "./file-system.js";

/** Makes a file's new content durable under its name, whole or not at all. The temporary name cannot be guessed (T76). */
export async function replaceFile(files: FileSystem, path: string, content: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  const file = files.create(temporary);
  try {
    file.append(content);
    await file.sync();
  } finally {
    file.close();
  }
  files.rename(temporary, path);
  files.syncDirectory(dirname(path));
}
