import { rm } from "node:fs/promises";
import { systemCode } from "../system-code.js";
import type { FileChange } from "./change-notes.js";
import { ToolProblem } from "./tool-problem.js";
import { inParent, snapshotOf } from "./tree/file-content.js";
import { standingAt } from "./tree/open-file.js";
import { temporaryName } from "./tree/temporary-name.js";
import { readTreePath, type TreePath } from "./tree/tree-path.js";

/** `unclear` where the disk shows neither what was before the change nor what was to be after it. */
export type Settlement = "did" | "did_not" | "unclear";

/**
 * Whether a noted change happened, as the disk shows it; what a stopped write left beside its file is taken away. `root` is absolute and
 * real. Rejects with the system's error where the tree cannot be read.
 */
export async function settleChange(root: string, change: FileChange): Promise<Settlement> {
  try {
    return await compare(root, change);
  } catch (error) {
    // A link or something that is no file stands in the way: neither before nor after.
    if (error instanceof ToolProblem) return "unclear";
    const code = systemCode(error);
    if (code === "ENOTDIR" || code === "ELOOP") return "unclear";
    throw error;
  }
}

async function compare(root: string, change: FileChange): Promise<Settlement> {
  switch (change.kind) {
    case "content": {
      const path = readTreePath(`./${change.path}`, root);
      await removeTemporary(root, path);
      const now = await digestAt(root, path);
      if (now === change.after) return "did";
      return now === change.before ? "did_not" : "unclear";
    }
    case "moved": {
      const from = await digestAt(root, readTreePath(`./${change.from}`, root));
      const to = await digestAt(root, readTreePath(`./${change.to}`, root));
      if (from === null && to === change.content) return "did";
      return from === change.content && to === null ? "did_not" : "unclear";
    }
    case "directory_removed": {
      const path = readTreePath(`./${change.path}`, root);
      const kind = await inParent<string>(root, path, "nothing", async (directory, name) => {
        return (await standingAt(directory, name, path.text)).kind;
      });
      if (kind === "nothing") return "did";
      return kind === "directory" ? "did_not" : "unclear";
    }
  }
}

async function digestAt(root: string, path: TreePath) {
  return (await snapshotOf(root, path))?.digest ?? null;
}

async function removeTemporary(root: string, path: TreePath): Promise<void> {
  await inParent(root, path, undefined, async (directory) => {
    await rm(directory.place(temporaryName(path.text)), { force: true });
  });
}
