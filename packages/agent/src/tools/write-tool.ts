import type { LocalOperation } from "@perspt/host";
import type { ChangeNotes } from "./change-notes.js";
import { codingTool } from "./coding-tool.js";
import { FROM_THE_ROOT, pathPolicy, pathProperty } from "./path-policy.js";
import { readText } from "./tool-arguments.js";
import { count } from "./tool-bounds.js";
import { ToolProblem } from "./tool-problem.js";
import { putContent } from "./tree/change-file.js";
import { snapshotOf } from "./tree/file-content.js";
import { locateForChange } from "./tree/locate.js";

/** Longest content of one call, in characters. */
const MAX_CONTENT = 1_000_000;

export function writeTool(root: string, notes: ChangeNotes): LocalOperation {
  return codingTool({
    name: "write",
    description:
      "Writes a whole file, in place of what it held before; makes missing directories. To change a part of a file, use patch.",
    properties: {
      path: pathProperty(FROM_THE_ROOT),
      content: { type: "string", maxLength: MAX_CONTENT, description: "All of the file's text." },
    },
    required: ["path", "content"],
    policy: pathPolicy("write_artifact", "low", "write", ["path"]),
    async run(argumentsValue, { call, signal }) {
      const content = readText(argumentsValue, "content");
      if (content.length > MAX_CONTENT) {
        throw new ToolProblem(`\`content\` is longer than ${MAX_CONTENT} characters.`);
      }
      if (/\p{Cs}/u.test(content)) throw new ToolProblem("`content` is not well-formed text.");
      const path = await locateForChange(root, readText(argumentsValue, "path"));
      const before = await snapshotOf(root, path);
      const bytes = Buffer.from(content);
      const done = await putContent({ root, notes, call, signal }, path, before, bytes);
      if (done === "unchanged") return { text: `${path.text} already held exactly that.` };
      const size = `${count(linesOf(content), "line")}, ${count(bytes.length, "byte")}`;
      return { text: `${before === null ? "Created" : "Replaced"} ${path.text} (${size}).` };
    },
  });
}

function linesOf(text: string): number {
  if (text === "") return 0;
  const ends = text.split("\n").length - 1;
  return text.endsWith("\n") ? ends : ends + 1;
}
