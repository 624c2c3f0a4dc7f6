import { realpathSync } from "node:fs";

/** Where the file system resolves an absolute path; the path itself where nothing is there yet. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
