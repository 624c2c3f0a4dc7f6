import { describe, expect, test } from "vitest";
import type { Row } from "../view/frame.js";
import { type Cell, layRow } from "./cells.js";
import { PLAIN, StyleTable } from "./style-table.js";

function lay(columns: number, row: Row): readonly Cell[] {
  const line = Array.from({ length: columns }, (): Cell => [7, "old"]);
  layRow(line, row, new StyleTable("256"));
  return line;
}

function texts(columns: number, text: string): readonly string[] {
  return lay(columns, [{ text, style: {} }]).map(([, cell]) => cell);
}

describe("a row in cells", () => {
  test("a wide glyph stands in its first column, and the rest of the line is blank", () => {
    expect(texts(6, "a日b")).toEqual(["a", "日", "", "b", " ", " "]);
  });

  test("an emoji of several code points is one glyph of two columns", () => {
    expect(texts(5, "👨‍👩‍👧🇯🇵x")).toEqual(["👨‍👩‍👧", "", "🇯🇵", "", "x"]);
  });

  test("a wide glyph is not split at the edge, and nothing after it takes its place", () => {
    expect(texts(4, "abc日d")).toEqual(["a", "b", "c", " "]);
    expect(texts(1, "日")).toEqual([" "]);
  });

  test("a mark belongs to the glyph before it, across spans, and to none at the start", () => {
    const row = ["\u0301", "e", "\u0301", "日", "\u0323"].map((text) => ({ text, style: {} }));
    expect(lay(4, row).map(([, text]) => text)).toEqual(["e\u0301", "日\u0323", "", " "]);
  });

  test("what has no width and is no mark is left out: terminals disagree about it", () => {
    expect(texts(4, "a\u00adb\u200bc")).toEqual(["a", "b", "c", " "]);
  });

  test("a character that would do something to the terminal is shown as U+FFFD", () => {
    for (const character of [
      "\u001b",
      "\u0000",
      "\n",
      "\t",
      "\u007f",
      "\u009b",
      "\u202e",
      "\u2028",
    ]) {
      expect(texts(3, `a${character}b`)).toEqual(["a", "\ufffd", "b"]);
    }
  });

  test("each cell has its span's style, also those that a wide glyph covers", () => {
    const styles = new StyleTable("256");
    const bold = styles.numberOf({ bold: true });
    const line = lay(4, [
      { text: "a", style: {} },
      { text: "日", style: { bold: true } },
    ]);
    expect(line.map(([style]) => style)).toEqual([PLAIN, bold, bold, PLAIN]);
  });
});
