import type { LocalOperation } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import type { ChangeNotes } from "./change-notes.js";
import { codingTool } from "./coding-tool.js";
import { replaceExactly } from "./patch/exact-replacement.js";
import { applyUnifiedDiff } from "./patch/unified-diff.js";
import { FROM_THE_ROOT, pathPolicy, pathProperty } from "./path-policy.js";
import { optionalText, readText } from "./tool-arguments.js";
import { ToolProblem } from "./tool-problem.js";
import { putContent } from "./tree/change-file.js";
import { textSnapshotOf } from "./tree/file-content.js";
import { locateForChange, missing } from "./tree/locate.js";

export function patchTool(root: string, notes: ChangeNotes): LocalOperation {
  return codingTool({
    name: "patch",
    description:
      "Changes a part of one text file. Give `old` and `new`: `old` is the exact text, without line numbers, and must stand exactly once. Or give `diff`: a unified diff of this file, applied without fuzz.",
    properties: {
      path: pathProperty(FROM_THE_ROOT),
      old: {
        type: "string",
        minLength: 1,
        description: "Exact text that stands once in the file.",
      },
      new: { type: "string", description: "What takes its place; empty to remove it." },
      diff: { type: "string", minLength: 1, description: "Instead of old and new." },
    },
    required: ["path"],
    policy: pathPolicy("apply_patch", "low", "write", ["path"]),
    async run(argumentsValue, { call, signal }) {
      const edit = readEdit(argumentsValue);
      const path = await locateForChange(root, readText(argumentsValue, "path"));
      const before = await textSnapshotOf(root, path);
      if (before === null) throw await missing(root, path);
      const text = edit(before.text, path.text);
      if (/\p{Cs}/u.test(text)) throw new ToolProblem("The new text is not well-formed.");
      const context = { root, notes, call, signal };
      const done = await putContent(context, path, before, Buffer.from(text));
      return {
        text:
          done === "unchanged"
            ? `${path.text} already read so.`
            : `Patched ${path.text}: ${changedLines(before.text, text)}.`,
      };
    },
  });
}

type Edit = (text: string, shown: string) => string;

function readEdit(argumentsValue: JsonObject): Edit {
  const old = optionalText(argumentsValue, "old");
  const next = optionalText(argumentsValue, "new");
  const diff = optionalText(argumentsValue, "diff");
  if (diff !== null && old === null && next === null) {
    return (text, shown) => applyUnifiedDiff(text, endDiffAs(text, diff), shown);
  }
  if (diff === null && old !== null && next !== null) {
    return (text, shown) =>
      replaceExactly(text, endLinesAs(text, old), endLinesAs(text, next), shown);
  }
  throw new ToolProblem("Give either `old` and `new`, or `diff`.");
}

/** A file whose lines all end in CRLF is shown without the CR: what is said about it gets the file's own line ends. */
function endLinesAs(text: string, said: string): string {
  return isAllCrlf(text) ? said.replaceAll(/\r?\n/g, "\r\n") : said;
}

/** A diff that holds a CR says itself where each stands; a line before `\ No newline at end of file` has no end. */
function endDiffAs(text: string, diff: string): string {
  return isAllCrlf(text) && !diff.includes("\r") ? diff.replaceAll(/\n(?!\\)/g, "\r\n") : diff;
}

function isAllCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

function changedLines(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let same = 0;
  while (same < Math.min(old.length, now.length) && old[same] === now[same]) same += 1;
  let back = 0;
  const most = Math.min(old.length, now.length) - same;
  while (back < most && old.at(-1 - back) === now.at(-1 - back)) back += 1;
  const removed = old.length - same - back;
  const added = now.length - same - back;
  return `from line ${same + 1} on, ${removed} old and ${added} new`;
}
