import { dirname } from "node:path";
import type { FileSystem } from "./file-system.js";
import { systemCode } from "./system-code.js";

/**
 * Makes a directory and whatever leads to it. Each is durable before anything is made in it, and the last one on return, also those that
 * a process made which was stopped before it could sync them.
 *
 * One after the other: Node's own recursive form never returns where a file system refuses with ENOENT.
 */
export function makeDirectories(files: FileSystem, path: string): void {
  const parent = dirname(path);
  if (parent === path) return;
  if (files.status(path).kind === "missing") {
    makeDirectories(files, parent);
    makeWhereMissing(files, path);
  }
  syncWherePermitted(files, parent);
}

function makeWhereMissing(files: FileSystem, path: string): void {
  try {
    files.makeDirectory(path);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
}

/** A directory further up may be another user's, and not to be read; syncing needs reading. */
function syncWherePermitted(files: FileSystem, path: string): void {
  try {
    files.syncDirectory(path);
  } catch (error) {
    const code = systemCode(error);
    if (code !== "EACCES" && code !== "EPERM") throw error;
  }
}
