import { unlink } from "node:fs/promises";
import type { LocalOperation } from "@perspt/host";
import { readState } from "../workspace/read-states.js";
import type { ChangeNotes } from "./change-notes.js";
import { codingTool, completedTool, ToolProblem, textOf } from "./coding-tool.js";
import { writesPaths } from "./policies.js";
import { shownPath, writablePlace } from "./tree-paths.js";

/** `local.delete`: one file. */
export function deleteTool(root: string, notes: ChangeNotes): LocalOperation {
  return codingTool({
    name: "delete",
    description: "Deletes one file.",
    properties: { path: { type: "string" } },
    required: ["path"],
    policy: writesPaths("delete_file", "path"),
    async execute(argumentsValue, { call }) {
      const path = textOf(argumentsValue, "path");
      const place = await writablePlace(root, path);
      const state = await readState(place);
      if (state === null) throw new ToolProblem(`${path} is no file that could be deleted.`);
      await notes.note(call, {
        kind: "content",
        path: shownPath(root, place),
        before: state.digest,
        after: null,
      });
      await unlink(place);
      return completedTool(`Deleted ${path}.`);
    },
  });
}
