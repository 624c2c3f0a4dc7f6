import type { LocalOperation } from "@perspt/host";
import type { ChangeNotes } from "./change-notes.js";
import { codingTool } from "./coding-tool.js";
import { FROM_THE_ROOT, pathPolicy, pathProperty } from "./path-policy.js";
import { readText } from "./tool-arguments.js";
import { ToolProblem } from "./tool-problem.js";
import { isCaseOfSameFile, moveFile } from "./tree/change-file.js";
import { inParent, snapshotOf } from "./tree/file-content.js";
import { locateForChange, missing } from "./tree/locate.js";
import { standingAt } from "./tree/open-file.js";

export function moveTool(root: string, notes: ChangeNotes): LocalOperation {
  return codingTool({
    name: "move",
    description:
      "Moves or renames one file; makes missing directories. Never overwrites: what stands at `to` must be deleted first. A directory is moved file by file.",
    properties: { from: pathProperty(FROM_THE_ROOT), to: pathProperty("The file's new path.") },
    required: ["from", "to"],
    policy: pathPolicy("move_file", "low", "write", ["from", "to"]),
    async run(argumentsValue, { call, signal }) {
      const from = await locateForChange(root, readText(argumentsValue, "from"));
      const to = await locateForChange(root, readText(argumentsValue, "to"));
      if (from.text === to.text) throw new ToolProblem("`from` and `to` are the same path.");
      const before = await snapshotOf(root, from);
      if (before === null) throw await missing(root, from);
      const isFree = await inParent(root, to, true, async (directory, name) => {
        const { kind } = await standingAt(directory, name, to.text);
        return kind === "nothing" || (await isCaseOfSameFile(directory, name, to, from, before));
      });
      if (!isFree) throw new ToolProblem(`${to.text} exists, and is not overwritten.`);
      await moveFile({ root, notes, call, signal }, from, to, before);
      return { text: `Moved ${from.text} to ${to.text}.` };
    },
  });
}
