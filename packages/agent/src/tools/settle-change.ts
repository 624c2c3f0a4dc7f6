import { join } from "node:path";
import { readState } from "../workspace/read-states.js";
import type { FileChange } from "./change-notes.js";

/**
 * Whether a noted change was made, by what stands in the tree. Each change is one rename or removal, so that it was made or it was not; a
 * tree that somebody else changed since is `unclear`.
 */
export async function settleChange(
  root: string,
  change: FileChange,
): Promise<"did" | "did_not" | "unclear"> {
  const digestAt = async (path: string) => (await readState(join(root, path)))?.digest ?? null;
  switch (change.kind) {
    case "content": {
      const now = await digestAt(change.path);
      if (now === change.after) return "did";
      return now === change.before ? "did_not" : "unclear";
    }
    case "moved": {
      const [from, to] = [await digestAt(change.from), await digestAt(change.to)];
      if (from === null && to === change.content) return "did";
      return from === change.content && to === null ? "did_not" : "unclear";
    }
  }
}
