import type { Row } from "../view/frame.js";
import { drawnAs, type EmojiStyle, glyphsOf, isDoubtfulGlyph } from "./glyphs.js";
import { PLAIN, type StyleTable } from "./style-table.js";

/** The number of a style, and a text: one grapheme, or "" for the columns that a wide one covers after its first. */
export type Cell = [style: number, text: string];

/** What moves no cursor but belongs to the glyph before it. */
const JOINS = /^(?:\p{M}|\u200d)/u;

/** Lays a row into the cells of one line, all of them: what is too long is cut, what is missing is blank. */
export function layRow(
  line: readonly Cell[],
  row: Row,
  styles: StyleTable,
  emoji: EmojiStyle = "full",
): void {
  const pen = { column: 0 };
  for (const { text, style } of row) layText(line, pen, text, styles.numberOf(style), emoji);
  for (; pen.column < line.length; pen.column += 1) put(line, pen.column, PLAIN, " ");
}

function layText(
  line: readonly Cell[],
  pen: { column: number },
  text: string,
  style: number,
  emoji: EmojiStyle,
): void {
  for (const { shown, width } of glyphsOf(text)) {
    if (width === 0) {
      join(line, pen.column, shown);
      continue;
    }
    // A wide glyph is never split: the last column stays blank, and nothing after it moves up.
    if (pen.column + width > line.length) {
      for (; pen.column < line.length; pen.column += 1) put(line, pen.column, style, " ");
      return;
    }
    put(line, pen.column, style, drawnAs(shown, width, emoji));
    for (let next = 1; next < width; next += 1) put(line, pen.column + next, style, "");
    pen.column += width;
  }
}

/** The rest of what has no width is left out. */
function join(line: readonly Cell[], column: number, mark: string): void {
  if (!JOINS.test(mark)) return;
  const before = line.slice(0, column).findLast(([, text]) => text !== "");
  if (before !== undefined) before[1] += mark;
}

function put(line: readonly Cell[], column: number, style: number, text: string): void {
  const cell = line[column];
  if (cell === undefined) return;
  cell[0] = style;
  cell[1] = text;
}

/** A terminal may show a line wider or narrower than we count it. */
export function isDoubtful(line: readonly Cell[]): boolean {
  return line.some(([, text]) => isDoubtfulGlyph(text));
}
