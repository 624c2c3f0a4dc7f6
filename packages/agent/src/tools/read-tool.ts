import type { LocalOperation } from "@perspt/host";
import { codingTool, completedTool, numberOf, ToolProblem, textOf } from "./coding-tool.js";
import { readsPath } from "./policies.js";
import { readText } from "./tree-paths.js";

const MAX_LINES = 2_000;
const MAX_CHARACTERS = 24_000;

/** `local.read`: numbered lines of a file. */
export function readTool(root: string): LocalOperation {
  return codingTool({
    name: "read",
    description: `Reads a text file; each line begins with its number and a tab. from_line counts from 1; at most ${MAX_LINES} lines a call.`,
    properties: {
      path: { type: "string" },
      from_line: { type: "integer", minimum: 1 },
      lines: { type: "integer", minimum: 1, maximum: MAX_LINES },
    },
    required: ["path"],
    policy: readsPath("read_file", "path"),
    async execute(argumentsValue) {
      const path = textOf(argumentsValue, "path");
      const lines = linesOf(await readText(root, path));
      const from = numberOf(argumentsValue, "from_line", 1);
      if (lines.length === 0) return completedTool("(empty file)");
      if (from > lines.length) {
        throw new ToolProblem(`${path} has ${lines.length} lines; line ${from} is behind its end.`);
      }
      const wanted = lines.slice(from - 1, from - 1 + numberOf(argumentsValue, "lines", MAX_LINES));
      const shown = withinCharacters(wanted.map((line, index) => `${from + index}\t${line}`));
      const last = from + shown.length - 1;
      const note =
        last < lines.length ? `\n[of ${lines.length} lines; go on with from_line ${last + 1}]` : "";
      return completedTool(`${shown.join("\n")}${note}`);
    },
  });
}

/** Without the empty piece behind the last line's end. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** As many whole lines as fit, and of a first line that is too long its beginning. */
function withinCharacters(lines: readonly string[]): readonly string[] {
  let left = MAX_CHARACTERS;
  const shown: string[] = [];
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const [first = ""] = lines;
  return shown.length > 0 ? shown : [`${first.slice(0, MAX_CHARACTERS)} […]`];
}
