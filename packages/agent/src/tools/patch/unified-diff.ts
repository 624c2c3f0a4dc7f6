import { parsePatch, type StructuredPatchHunk } from "diff";
import { ToolProblem } from "../tool-problem.js";
import { findPlaces, lineAt } from "./find-places.js";
import { nearestPlace } from "./nearest-place.js";

/**
 * The text with a unified diff of this one file applied. Each hunk must fit exactly at its line, or else in exactly one place below the
 * hunk before it: no line is guessed at. Throws a `ToolProblem` where the diff cannot be read or a hunk does not fit.
 */
export function applyUnifiedDiff(text: string, diff: string, shown: string): string {
  const hunks = hunksOf(diff, shown);
  let done = "";
  let rest = text;
  let restLine = 1;
  hunks.forEach((hunk, index) => {
    const { old, next } = sidesOf(hunk);
    const place = placeOf(rest, { old, line: hunk.oldStart - restLine + 1 });
    if (typeof place !== "number") {
      throw new ToolProblem(`Hunk ${index + 1} does not fit. ${whyNot(place, rest, old, shown)}`);
    }
    done += rest.slice(0, place) + next;
    restLine += lineAt(rest, place + old.length) - 1;
    rest = rest.slice(place + old.length);
  });
  return done + rest;
}

function hunksOf(diff: string, shown: string): readonly StructuredPatchHunk[] {
  const patches = read(diff).filter(({ hunks }) => hunks.length > 0);
  const [patch] = patches;
  if (patch === undefined) {
    throw new ToolProblem(
      '`diff` holds no hunk: each begins with a line such as "@@ -1,3 +1,4 @@".',
    );
  }
  if (patches.length > 1) {
    throw new ToolProblem("`diff` changes several files. Call patch once for each of them.");
  }
  for (const name of [patch.oldFileName, patch.newFileName]) {
    if (name === undefined || isNameOf(name, shown)) continue;
    throw new ToolProblem(
      name === "/dev/null"
        ? "`diff` creates or deletes the file. Use write or delete for that."
        : `\`diff\` is about ${JSON.stringify(name)}, and \`path\` names ${shown}.`,
    );
  }
  return patch.hunks;
}

function read(diff: string) {
  try {
    return parsePatch(diff);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolProblem(
      `\`diff\` is no valid unified diff: ${reason}. Check that the counts of each "@@" line are those of its lines, or use \`old\` and \`new\`.`,
    );
  }
}

function isNameOf(name: string, shown: string): boolean {
  const plain = name.replace(/^\.\//, "");
  return plain === shown || plain.replace(/^[ab]\//, "") === shown;
}

/** The text that a hunk expects, and the text that it leaves; a side whose last line has no line end says so. */
function sidesOf({ lines }: StructuredPatchHunk): { readonly old: string; readonly next: string } {
  const sides = { old: "", next: "" };
  lines.forEach((line, index) => {
    const mark = line[0];
    if (mark === "\\") return;
    const end = lines[index + 1]?.startsWith("\\") === true ? "" : "\n";
    const content = `${line.slice(1)}${end}`;
    if (mark !== "+") sides.old += content;
    if (mark !== "-") sides.next += content;
  });
  return sides;
}

type Misfit = "nowhere" | "several";

function placeOf(
  text: string,
  hunk: { readonly old: string; readonly line: number },
): number | Misfit {
  const stated = offsetOfLine(text, hunk.line);
  if (stated !== null && fitsAt(text, hunk.old, stated)) return stated;
  if (hunk.old === "") return "nowhere";
  const [place, another] = placesOfLines(text, hunk.old);
  if (place === undefined) return "nowhere";
  return another === undefined ? place : "several";
}

/** The first two places in which whole lines stand. */
function placesOfLines(text: string, old: string): readonly number[] {
  if (old.endsWith("\n")) return findPlaces(`\n${text}`, `\n${old}`, 2);
  const last = text.length - old.length;
  return last >= 0 && fitsAt(text, old, last) ? [last] : [];
}

/** Whole lines only: a hunk without a last line end fits at the end of the file alone. */
function fitsAt(text: string, old: string, place: number): boolean {
  if (place > 0 && text[place - 1] !== "\n") return false;
  if (!text.startsWith(old, place)) return false;
  return old === "" || old.endsWith("\n") || place + old.length === text.length;
}

/** Where a line begins; also the line after the last one, where text can be added. */
function offsetOfLine(text: string, line: number): number | null {
  if (line < 1) return null;
  let offset = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf("\n", offset);
    if (end < 0) return null;
    offset = end + 1;
  }
  return offset;
}

function whyNot(misfit: Misfit, rest: string, old: string, shown: string): string {
  if (misfit === "several") {
    return `It does not fit at its line, and its text stands in several other places: give it more lines around. Nothing was changed.`;
  }
  if (old !== "" && rest.endsWith(old.slice(0, -1)) && !rest.endsWith("\n")) {
    return `${shown} ends without a line end: put "\\ No newline at end of file" after its last line. Nothing was changed.`;
  }
  return nearestPlace(rest, old, shown);
}
