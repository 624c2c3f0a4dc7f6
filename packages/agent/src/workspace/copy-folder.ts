import { constants, type Dirent } from "node:fs";
import { copyFile, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { inParallel } from "./in-parallel.js";

/**
 * Copies a folder with everything in it, links as they stand, but without FIFOs, sockets and devices, which a daemon may keep there. Files
 * keep their modes; folders can be written. `counted` is told how many there are before the first is copied. Rejects with the system's error,
 * or when the signal is given.
 */
export async function copyFolder(
  from: string,
  to: string,
  signal: AbortSignal,
  counted: (files: number) => void = () => {},
): Promise<void> {
  const entries: Dirent[] = [];
  const visit = async (folder: string): Promise<void> => {
    signal.throwIfAborted();
    await mkdir(join(to, folder), { recursive: true });
    for (const entry of await readdir(join(from, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) await visit(join(folder, entry.name));
      else if (entry.isFile() || entry.isSymbolicLink()) entries.push(entry);
    }
  };
  await visit("");
  counted(entries.length);
  await inParallel(entries, signal, async (entry) => {
    const source = join(entry.parentPath, entry.name);
    const copy = join(to, source.slice(from.length));
    if (entry.isFile()) await copyFile(source, copy, constants.COPYFILE_FICLONE);
    else await symlink(await readlink(source), copy);
  });
}
