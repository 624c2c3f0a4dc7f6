import type { LocalOperation } from "@perspt/host";
import type { ChangeNotes } from "./change-notes.js";
import { codingTool, completedTool, textOf } from "./coding-tool.js";
import { writesPaths } from "./policies.js";
import { linesOf } from "./read-tool.js";
import { replaceFile } from "./replace-file.js";
import { MAX_FILE_BYTES, readBytes, statusOf, writablePlace } from "./tree-paths.js";

/** `local.write`: a whole file. */
export function writeTool(root: string, notes: ChangeNotes): LocalOperation {
  return codingTool({
    name: "write",
    description:
      "Writes a whole text file, new or in place of the old one; folders are made. For a small change of a file, patch is better.",
    properties: {
      path: { type: "string" },
      content: { type: "string", maxLength: MAX_FILE_BYTES },
    },
    required: ["path", "content"],
    policy: writesPaths("write_artifact", "path"),
    async execute(argumentsValue, { call }) {
      const path = textOf(argumentsValue, "path");
      const content = textOf(argumentsValue, "content");
      const place = await writablePlace(root, path);
      const isNew = (await statusOf(place)) === null;
      const before = isNew ? null : await readBytes(root, path, 16 * MAX_FILE_BYTES);
      await replaceFile({ root, place, before, after: Buffer.from(content), call, notes });
      const lines = linesOf(content).length;
      return completedTool(`${isNew ? "Created" : "Replaced"} ${path}, ${lines} lines.`);
    },
  });
}
