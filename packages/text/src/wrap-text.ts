import { cells, displayWidth } from "./display-width.js";
import { graphemes } from "./graphemes.js";

/** The widest single character fills two columns: no line can be narrower. */
const MIN_WIDTH = 2;

/**
 * Breaks a text into lines of at most `width` columns (at least 2), at line breaks, at spaces, beside East Asian characters and emoji,
 * and within a word only where it alone is wider than a line. Spaces at a break are dropped; nothing else is. An empty text is one
 * empty line.
 */
export function wrapText(text: string, width: number): readonly string[] {
  const limit = width >= MIN_WIDTH ? Math.floor(width) : MIN_WIDTH;
  return text.split("\n").flatMap((line) => wrapLine(line, limit));
}

function wrapLine(line: string, limit: number): readonly string[] {
  if (displayWidth(line) <= limit) return [line];
  const lines: string[] = [];
  // A line is what is settled on it, then the word that may still go to the next one.
  let settled = EMPTY;
  let word = EMPTY;
  /** Spaces are kept where they indent or part words, and dropped where a line was broken at them. */
  let dropsSpaces = false;
  const settle = (part: Part): void => {
    settled = joined(joined(settled, word), part);
    word = EMPTY;
  };
  const endLine = (): void => {
    lines.push(withoutTrailingSpaces(settled.text));
    settled = EMPTY;
  };
  for (const part of partsOf(line, limit)) {
    const fits = settled.width + word.width + part.width <= limit;
    if (part.text === " ") {
      if (dropsSpaces) continue;
      settle(fits ? part : EMPTY);
      if (fits) continue;
      endLine();
      dropsSpaces = true;
      continue;
    }
    dropsSpaces = false;
    const isUnit = part.width > 1;
    // Nothing but an indent stands before the word: breaking there would help nobody.
    if (isUnit || (!fits && withoutTrailingSpaces(settled.text) === "")) settle(EMPTY);
    if (!fits) endLine();
    if (isUnit) settle(part);
    else word = joined(word, part);
  }
  settle(EMPTY);
  if (settled.text !== "") endLine();
  return lines;
}

const EMPTY: Part = { text: "", width: 0 };

function joined(a: Part, b: Part): Part {
  return { text: a.text + b.text, width: a.width + b.width };
}

function withoutTrailingSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === " ") end -= 1;
  return text.slice(0, end);
}

interface Part {
  readonly text: string;
  readonly width: number;
}

/** The line's user-perceived characters; one that is wider than a whole line comes in its smaller parts. */
function* partsOf(line: string, limit: number): Generator<Part> {
  for (const grapheme of graphemes(line)) {
    const width = displayWidth(grapheme);
    if (width <= limit) yield { text: grapheme, width };
    else for (const cell of cells(grapheme)) yield { text: cell, width: displayWidth(cell) };
  }
}
