import { expect, test } from "vitest";
import type { Row } from "../view/frame.js";
import { type Cell, layRow } from "./cells.js";
import { drawChanges } from "./draw-changes.js";
import { StyleTable } from "./style-table.js";

const COLUMNS = 10;
const RESET = "\u001b[0m";

function plain(text: string): Row {
  return [{ text, style: {} }];
}

/** What is drawn when the rows follow each other on one line, the last time. */
function lastDrawing(...rows: readonly Row[]): string {
  const styles = new StyleTable("256");
  const wanted = [Array.from({ length: COLUMNS }, (): Cell => [0, ""])];
  const shown = [Array.from({ length: COLUMNS }, (): Cell => [0, ""])];
  let drawn = "";
  for (const row of rows) {
    for (const line of wanted) layRow(line, row, styles);
    drawn = drawChanges(wanted, shown, styles);
    expect(shown).toEqual(wanted);
  }
  return drawn;
}

test("only cells that differ are written, each run at its place", () => {
  expect(lastDrawing(plain("abcdefgh"), plain("aBcdeFGh"))).toBe(
    `\u001b[1;2H${RESET}B\u001b[1;6HFG`,
  );
});

test("nothing is drawn where nothing differs", () => {
  expect(lastDrawing(plain("same"), plain("same"))).toBe("");
});

test("a line that got shorter is cleared to its end", () => {
  expect(lastDrawing(plain("abcdef"), plain("abc"))).toBe(`\u001b[1;4H${RESET}\u001b[K`);
});

test("a wide glyph that is exchanged covers its second column, and what follows it stays", () => {
  expect(lastDrawing(plain("日x"), plain("本x"))).toBe(`\u001b[1;1H${RESET}本`);
});

test("a wide glyph that moves by one column leaves no half behind", () => {
  expect(lastDrawing(plain("日x"), plain(" 日x"))).toBe(`\u001b[1;1H${RESET} 日x`);
});

test("a style is told once for a run, and none is left on", () => {
  const style = { tone: "good", bold: true } as const;
  const row: Row = [
    { text: "ab", style },
    { text: "c", style: {} },
  ];
  expect(lastDrawing(plain(""), row)).toBe(`\u001b[1;1H\u001b[0;1;38;5;70mab${RESET}c`);
  expect(lastDrawing(plain("abc"), [{ text: "abc", style }])).toBe(
    `\u001b[1;1H\u001b[0;1;38;5;70mabc${RESET}`,
  );
});

test("a line whose widths are in doubt is cleared and drawn whole, with a new address after each such glyph", () => {
  expect(lastDrawing(plain("👍🏽a"), plain("👍🏽b"))).toBe(
    `\u001b[1;1H${RESET}\u001b[2K👍🏽\u001b[1;3Hb`,
  );
  expect(lastDrawing(plain("👍🏽a"), plain("xya"))).toBe(`\u001b[1;1H${RESET}\u001b[2Kxya`);
});
