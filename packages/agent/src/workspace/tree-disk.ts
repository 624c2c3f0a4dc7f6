import { chmod, copyFile, mkdir, open, rename, rmdir, unlink } from "node:fs/promises";

/** What is asked of the disk that a person's tree lies on while a change is put in place. Each rejects with the system's error. */
export interface TreeDisk {
  makeFolder(folder: string): Promise<void>;
  /** Only an empty one. */
  removeFolder(folder: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  setMode(file: string, mode: number): Promise<void>;
  /** Makes a file's content, or what was renamed, made or removed in a folder, durable. */
  sync(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(file: string): Promise<void>;
}

/** The machine's. */
export const nodeTreeDisk: TreeDisk = {
  makeFolder: (folder) => mkdir(folder),
  removeFolder: (folder) => rmdir(folder),
  copy: (from, to) => copyFile(from, to),
  setMode: (file, mode) => chmod(file, mode),
  async sync(path) {
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename: (from, to) => rename(from, to),
  remove: (file) => unlink(file),
};
