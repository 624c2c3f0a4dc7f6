import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { systemCode } from "../../system-code.js";
import { MADE_FOLDERS } from "../../workspace/list-files.js";
import { inDirectory } from "./open-directory.js";
import { childOf, isGitDirectory, type TreePath } from "./tree-path.js";

/** Most names that are read of one directory. */
const MAX_NAMES = 10_000;

export interface Entry {
  readonly name: string;
  readonly path: TreePath;
  /** `other` is a device, FIFO or socket. Links are named and never followed. */
  readonly kind: "file" | "directory" | "link" | "other";
}

export interface Entries {
  /** By name. */
  readonly entries: readonly Entry[];
  /** Whether there were more names than are read. */
  readonly isCut: boolean;
}

/** What a directory of the tree holds, without git's own; `unreadable` where it is gone, not a directory any more, or not permitted. */
export async function readEntries(
  root: string,
  path: TreePath,
): Promise<Entries | { readonly unreadable: string }> {
  const entries: Entry[] = [];
  let isCut = false;
  try {
    await inDirectory(root, path.segments, async (directory) => {
      for await (const each of await opendir(directory.place())) {
        if (isGitDirectory(each.name)) continue;
        if (entries.length === MAX_NAMES) {
          isCut = true;
          break;
        }
        entries.push({ name: each.name, path: childOf(path, each.name), kind: kindOf(each) });
      }
      await directory.confirm();
    });
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return { unreadable: code };
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return { entries, isCut };
}

function kindOf(entry: Dirent): Entry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** Directories whose content is made by tools: neither listed nor searched unless they are named. */
export function isSkipped({ name, kind }: Entry): boolean {
  return kind === "directory" && MADE_FOLDERS.has(name);
}
