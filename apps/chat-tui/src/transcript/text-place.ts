import type { Row } from "../view/frame.js";

/** How much text rows hold, without blanks and lines, which are more or fewer at another width. */
export function charactersIn(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + charactersOf(row), 0);
}

/** The row that shows the character after so many; the last row where there are fewer. */
export function rowAfter(rows: readonly Row[], characters: number): number {
  let left = characters;
  for (const [index, row] of rows.entries()) {
    left -= charactersOf(row);
    if (left < 0) return index;
  }
  return Math.max(0, rows.length - 1);
}

const BLANKS = /\s/gu;

function charactersOf(row: Row): number {
  return row.reduce(
    (sum, { text, style }) =>
      style.tone === "border" ? sum : sum + text.replace(BLANKS, "").length,
    0,
  );
}
