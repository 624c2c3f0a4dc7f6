import type { LocalOperation } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import { applyPatch } from "diff";
import type { ChangeNotes } from "./change-notes.js";
import { codingTool, completedTool, ToolProblem, textOf } from "./coding-tool.js";
import { writesPaths } from "./policies.js";
import { replaceFile } from "./replace-file.js";
import { readText, writablePlace } from "./tree-paths.js";

/** `local.patch`: one place of a file, or a unified diff of it. */
export function patchTool(root: string, notes: ChangeNotes): LocalOperation {
  return codingTool({
    name: "patch",
    description:
      "Changes a text file: either old and new, where old must stand in the file exactly once, or diff, a unified diff of this file whose context fits exactly.",
    properties: {
      path: { type: "string" },
      old: { type: "string", minLength: 1 },
      new: { type: "string" },
      diff: { type: "string", minLength: 1 },
    },
    required: ["path"],
    policy: writesPaths("apply_patch", "path"),
    async execute(argumentsValue, { call }) {
      const path = textOf(argumentsValue, "path");
      const place = await writablePlace(root, path);
      const before = await readText(root, path);
      const after = patched(before, path, argumentsValue);
      if (after === before) throw new ToolProblem(`The patch changes nothing in ${path}.`);
      await replaceFile({
        root,
        place,
        before: Buffer.from(before),
        after: Buffer.from(after),
        call,
        notes,
      });
      return completedTool(`Changed ${path}.`);
    },
  });
}

function patched(text: string, path: string, argumentsValue: JsonObject): string {
  if ("diff" in argumentsValue && !("old" in argumentsValue)) {
    return withDiff(text, path, textOf(argumentsValue, "diff"));
  }
  if ("old" in argumentsValue && "new" in argumentsValue && !("diff" in argumentsValue)) {
    return withReplacement(
      text,
      path,
      textOf(argumentsValue, "old"),
      textOf(argumentsValue, "new"),
    );
  }
  throw new ToolProblem("Pass either old and new, or diff.");
}

function withReplacement(text: string, path: string, old: string, replacement: string): string {
  const first = text.indexOf(old);
  if (first < 0)
    throw new ToolProblem(`${path} does not hold the old text. ${nearestLine(text, old)}`);
  if (text.includes(old, first + 1)) {
    const lines = placesOf(text, old).map((place) => lineAt(text, place));
    throw new ToolProblem(
      `The old text stands in ${path} more than once, at lines ${lines.join(", ")}: pass more of what is around the one that you mean.`,
    );
  }
  return `${text.slice(0, first)}${replacement}${text.slice(first + old.length)}`;
}

function withDiff(text: string, path: string, diff: string): string {
  let result: string | false;
  try {
    result = applyPatch(text, diff, { fuzzFactor: 0 });
  } catch (error) {
    throw new ToolProblem(
      `The diff cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (result === false) {
    throw new ToolProblem(
      `The diff does not fit ${path} exactly. Read the file again, or pass old and new.`,
    );
  }
  return result;
}

/** Most places that are told. */
const MAX_PLACES = 10;

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    places.push(at);
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split("\n").length;
}

/** Where the first line of the old text stands, spaces aside: most often only the white space differs. */
function nearestLine(text: string, old: string): string {
  const wanted =
    old
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? "";
  const index = wanted === "" ? -1 : text.split("\n").findIndex((line) => line.trim() === wanted);
  return index < 0
    ? "Read the file again: it may have changed."
    : `Its first line stands at line ${index + 1}; compare the white space and the lines behind it.`;
}
