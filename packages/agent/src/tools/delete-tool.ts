import { readdir } from "node:fs/promises";
import type { LocalOperation } from "@perspt/host";
import type { ChangeNotes } from "./change-notes.js";
import { codingTool } from "./coding-tool.js";
import { FROM_THE_ROOT, pathPolicy, pathProperty } from "./path-policy.js";
import { readText } from "./tool-arguments.js";
import { notEmpty, removeDirectory, removeFile } from "./tree/change-file.js";
import { inParent, snapshotOf } from "./tree/file-content.js";
import { locateForChange, missing } from "./tree/locate.js";
import { inDirectory } from "./tree/open-directory.js";
import { standingAt } from "./tree/open-file.js";
import type { TreePath } from "./tree/tree-path.js";

export function deleteTool(root: string, notes: ChangeNotes): LocalOperation {
  return codingTool({
    name: "delete",
    description: "Deletes one file, or one directory that is empty.",
    properties: { path: pathProperty(FROM_THE_ROOT) },
    required: ["path"],
    policy: pathPolicy("delete_file", "low", "write", ["path"]),
    async run(argumentsValue, { call, signal }) {
      const path = await locateForChange(root, readText(argumentsValue, "path"));
      const kind = await inParent(root, path, "nothing", async (directory, name) => {
        return (await standingAt(directory, name, path.text)).kind;
      });
      const context = { root, notes, call, signal };
      if (kind === "directory") {
        await requireEmpty(root, path);
        await removeDirectory(context, path);
        return { text: `Deleted the empty directory ${path.text}.` };
      }
      const before = await snapshotOf(root, path);
      if (before === null) throw await missing(root, path);
      await removeFile(context, path, before);
      return { text: `Deleted ${path.text}.` };
    },
  });
}

/** Before anything is noted: what cannot be done needs no note. */
async function requireEmpty(root: string, path: TreePath): Promise<void> {
  const names = await inDirectory(root, path.segments, (directory) => readdir(directory.place()));
  if (names.length > 0) throw notEmpty(path);
}
