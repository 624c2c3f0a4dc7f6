import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Puts a file in place as a whole: a reader finds the old one or the new one. Durable when it resolves. Rejects with the system's error,
 * and then the old one stands.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.new`;
  try {
    const handle = await open(temporary, "w", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(file));
}

/** Makes what was renamed, made or removed in a directory durable. Nothing where the system has no such call. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
