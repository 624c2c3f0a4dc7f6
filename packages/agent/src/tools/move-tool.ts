import { mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { LocalOperation } from "@perspt/host";
import { readState } from "../workspace/read-states.js";
import type { ChangeNotes } from "./change-notes.js";
import { codingTool, completedTool, ToolProblem, textOf } from "./coding-tool.js";
import { writesPaths } from "./policies.js";
import { shownPath, statusOf, writablePlace } from "./tree-paths.js";

/** `local.move`: a file to another place; never over one that is there. */
export function moveTool(root: string, notes: ChangeNotes): LocalOperation {
  return codingTool({
    name: "move",
    description: "Moves or renames a file; nothing may stand at the new place. Folders are made.",
    properties: { from: { type: "string" }, to: { type: "string" } },
    required: ["from", "to"],
    policy: writesPaths("move_file", "from", "to"),
    async execute(argumentsValue, { call }) {
      const from = textOf(argumentsValue, "from");
      const to = textOf(argumentsValue, "to");
      const source = await writablePlace(root, from);
      const target = await writablePlace(root, to);
      const state = await readState(source);
      if (state === null) throw new ToolProblem(`${from} is no file that could be moved.`);
      if ((await statusOf(target)) !== null) throw new ToolProblem(`${to} is there already.`);
      await mkdir(dirname(target), { recursive: true });
      await notes.note(call, {
        kind: "moved",
        from: shownPath(root, source),
        to: shownPath(root, target),
        content: state.digest,
      });
      await rename(source, target);
      return completedTool(`Moved ${from} to ${to}.`);
    },
  });
}
