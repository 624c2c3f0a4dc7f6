import { nearestWord, sanitizeForModel } from "@perspt/text";
import { shownLine } from "../tool-bounds.js";

/** Lines of the file that a message shows from the place on that is nearest. */
const SHOWN_LINES = 8;
/** Most lines in which a similar one is looked for. */
const MAX_COMPARED = 5000;
/** Most places that are compared line by line. */
const MAX_STARTS = 1000;

/** Why a text that should stand in a file does not, with the place that comes nearest to it. */
export function nearestPlace(text: string, old: string, shown: string): string {
  const lines = text.split("\n");
  const wanted = old.split("\n");
  while (wanted.length > 1 && wanted.at(-1) === "") wanted.pop();
  const best = bestStart(lines, wanted);
  if (best === null) {
    return `This text does not stand in ${shown}, and nothing in it is near. Read the file again. Nothing was changed.`;
  }
  const { start, matching } = best;
  const from = Math.max(0, start + Math.min(matching, wanted.length - 1) - SHOWN_LINES / 2);
  const excerpt = lines
    .slice(from, from + SHOWN_LINES)
    .map((line, index) => `${String(from + index + 1).padStart(6)}\t${shownLine(line)}`);
  return [
    `This text does not stand in ${shown}, and nothing was changed. ${differenceOf(lines, wanted, best)}`,
    ...excerpt,
  ].join("\n");
}

interface Start {
  /** Index of the line. */
  readonly start: number;
  /** How many lines from there are the same, but for white space. */
  readonly matching: number;
}

function differenceOf(
  lines: readonly string[],
  wanted: readonly string[],
  { start, matching }: Start,
): string {
  if (matching >= wanted.length) {
    const isInvisible = lines
      .slice(start, start + wanted.length)
      .some((line) => sanitizeForModel(line).removed > 0);
    return isInvisible
      ? `The lines from ${start + 1} on hold characters that are not shown, and cannot be matched: put whole lines in their place with a command.`
      : `It stands from line ${start + 1} on but for white space:`;
  }
  if (matching === 0) return `The nearest line is ${start + 1}:`;
  const at = start + matching;
  const expected = JSON.stringify(shownLine(wanted[matching] ?? ""));
  const found = at < lines.length ? JSON.stringify(shownLine(lines[at] ?? "")) : "the file's end";
  return `Its first ${matching === 1 ? "line stands" : `${matching} lines stand`} at line ${start + 1}; then line ${at + 1} should be ${expected} and is ${found}:`;
}

function bestStart(lines: readonly string[], wanted: readonly string[]): Start | null {
  const bare = lines.map(withoutSpace);
  const sought = wanted.map(withoutSpace);
  const skipped = Math.max(
    0,
    sought.findIndex((line) => line !== ""),
  );
  const anchor = sought[skipped] ?? "";
  if (anchor === "") return null;
  let best: Start | null = null;
  let starts = 0;
  for (let at = bare.indexOf(anchor); at >= 0; at = bare.indexOf(anchor, at + 1)) {
    starts += 1;
    if (starts > MAX_STARTS) break;
    const start = Math.max(0, at - skipped);
    let matching = 0;
    while (matching < sought.length && bare[start + matching] === sought[matching]) matching += 1;
    if (best === null || matching > best.matching) best = { start, matching };
  }
  if (best !== null) return best;
  const within = bare.findIndex((line) => line.includes(anchor));
  if (within >= 0) return { start: within, matching: 0 };
  const near = nearestWord(anchor, bare.slice(0, MAX_COMPARED));
  return near === null ? null : { start: bare.indexOf(near), matching: 0 };
}

function withoutSpace(line: string): string {
  return line.replaceAll(/\s+/g, "");
}
