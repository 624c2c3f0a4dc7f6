import { setImmediate as nextTurn } from "node:timers/promises";
import { cutAt } from "../tool-bounds.js";
import { ToolProblem } from "../tool-problem.js";
import type { LineMatcher } from "./line-matcher.js";
import type { SearchedFile } from "./read-texts.js";

export interface SearchBounds {
  readonly maxFiles: number;
  readonly maxMatches: number;
  /** Of the matches' text. */
  readonly maxTextBytes: number;
  readonly maxMilliseconds: number;
}

export interface SearchResult {
  /** `path:line: text`, in the order of the files. */
  readonly matches: readonly string[];
  readonly searched: number;
  /** Files that were too large, by path. */
  readonly tooLarge: readonly string[];
  /** Why the search ended before the last file; null where it did not. */
  readonly stopped: "matches" | "files" | "time" | null;
}

/** Longest part of a line that is shown, in characters, and how much of it stands before the match. */
const SHOWN_CHARACTERS = 300;
const SHOWN_BEFORE = 80;

/** How long the event loop waits at most, in milliseconds, but for a few lines. */
const TURN_MILLISECONDS = 15;
/** Lines between two looks at the clock. */
const LINES_A_LOOK = 32;

/** Searches files one after the other. Rejects with a `ToolProblem` when the signal stops it. */
export async function searchLines(
  files: AsyncIterable<SearchedFile>,
  find: LineMatcher,
  bounds: SearchBounds,
  signal: AbortSignal,
): Promise<SearchResult> {
  const matches: string[] = [];
  const tooLarge: string[] = [];
  const turns = new Turns(bounds.maxMilliseconds, signal);
  let searched = 0;
  let textBytes = 0;
  const end = (stopped: SearchResult["stopped"]) => ({ matches, searched, tooLarge, stopped });

  for await (const { path, lines } of files) {
    if (searched === bounds.maxFiles) return end("files");
    if (!(await turns.mayGoOn())) return end("time");
    if (lines === null) {
      tooLarge.push(path.text);
      continue;
    }
    searched += 1;
    for (const [index, line] of lines.entries()) {
      if (index % LINES_A_LOOK === 0 && !(await turns.mayGoOn())) return end("time");
      const place = find(line);
      if (place < 0) continue;
      const match = `${path.text}:${index + 1}: ${excerptOf(line, place)}`;
      textBytes += Buffer.byteLength(match) + 1;
      if (matches.length === bounds.maxMatches || textBytes > bounds.maxTextBytes) {
        return end("matches");
      }
      matches.push(match);
    }
  }
  return end(null);
}

/** Gives the event loop its turns, and says when time is up. */
class Turns {
  readonly #deadline: number;
  readonly #signal: AbortSignal;
  #began = performance.now();

  constructor(milliseconds: number, signal: AbortSignal) {
    this.#deadline = this.#began + milliseconds;
    this.#signal = signal;
  }

  async mayGoOn(): Promise<boolean> {
    if (performance.now() - this.#began > TURN_MILLISECONDS) {
      await nextTurn();
      this.#began = performance.now();
    }
    if (this.#signal.aborted) throw new ToolProblem("The search was stopped.");
    return performance.now() <= this.#deadline;
  }
}

/** The line, or of a long one what is around the match. */
function excerptOf(line: string, place: number): string {
  const text = line.trim();
  if (text.length <= SHOWN_CHARACTERS) return text;
  const from = Math.max(0, place - SHOWN_BEFORE);
  const piece = cutAt(line.slice(from), Math.min(SHOWN_CHARACTERS, line.length - from));
  return `${from > 0 ? "…" : ""}${piece.trim()}${from + piece.length < line.length ? "…" : ""}`;
}
