import { displayWidth, graphemes } from "@perspt/text";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Row } from "../view/frame.js";
import { edit } from "./edit.js";
import { type Editor, editorOf } from "./editor.js";
import { isAtEdgeRow, layoutEditor } from "./layout.js";

const textOf = (row: Row) => row.map((span) => span.text).join("");

function laidOut(editor: Editor, width: number, maxRows = 8) {
  const { rows, cursor, hiddenAbove } = layoutEditor(editor, width, maxRows);
  return { rows: rows.map(textOf), cursor: [cursor.row, cursor.column], hiddenAbove };
}

const leftBy = (editor: Editor, steps: number) =>
  Array.from({ length: steps }).reduce<Editor>(
    (state) => edit(state, { type: "move", to: "left" }, 10),
    editor,
  );

describe("rows", () => {
  test("an empty editor is one empty row", () => {
    expect(laidOut(editorOf(""), 10)).toEqual({ rows: [""], cursor: [0, 0], hiddenAbove: 0 });
  });

  test("acceptance 5: the cursor's column is the sum of the widths before it", () => {
    const editor = editorOf("日本é👨‍👩‍👧");
    expect(laidOut(editor, 20).cursor).toEqual([0, 7]);
    expect(laidOut(leftBy(editor, 1), 20).cursor).toEqual([0, 5]);
    expect(laidOut(leftBy(editor, 2), 20).cursor).toEqual([0, 4]);
  });

  test("a wide glyph at the edge goes to the next row whole", () => {
    expect(laidOut(editorOf("abc日本"), 4).rows).toEqual(["abc", "日本", ""]);
  });

  test("behind a full row the cursor stands in one of its own, and only there is one", () => {
    expect(laidOut(editorOf("abcd"), 4)).toEqual({
      rows: ["abcd", ""],
      cursor: [1, 0],
      hiddenAbove: 0,
    });
    expect(laidOut(leftBy(editorOf("abcd"), 1), 4)).toEqual({
      rows: ["abcd"],
      cursor: [0, 3],
      hiddenAbove: 0,
    });
    expect(laidOut(editorOf("abcd\ne"), 4).rows).toEqual(["abcd", "e"]);
  });

  test("tabs are spaces, and what nobody could see is an escape", () => {
    expect(laidOut(editorOf("a\tb\u202ec"), 20)).toEqual({
      rows: ["a    b\\u202ec"],
      cursor: [0, 13],
      hiddenAbove: 0,
    });
  });

  test("a chip is one span of its own, and is divided only where no row can hold it", () => {
    const text = "x\n".repeat(64);
    const paste = { type: "paste", text, omittedBytes: 0 } as const;
    const editor = edit(editorOf("see "), paste, 40);
    expect(layoutEditor(editor, 40, 8)).toEqual({
      rows: [
        [
          { text: "see ", style: {} },
          { text: "[paste #1: 64 lines]", style: { tone: "accent" } },
        ],
      ],
      cursor: { row: 0, column: 24 },
      hiddenAbove: 0,
    });
    expect(laidOut(editor, 22).rows).toEqual(["see ", "[paste #1: 64 lines]"]);
    expect(laidOut(editor, 12).rows).toEqual(["see [paste #", "1: 64 lines]", ""]);
    expect(laidOut(edit(editor, { type: "move", to: "up" }, 12), 12).cursor).toEqual([0, 0]);
  });

  test("at most so many rows are shown, those around the cursor", () => {
    const editor = editorOf("1\n2\n3\n4\n5\n6");
    expect(laidOut(editor, 10, 3)).toEqual({
      rows: ["4", "5", "6"],
      cursor: [2, 1],
      hiddenAbove: 3,
    });
    const up = ["up", "up", "up"].reduce(
      (state) => edit(state, { type: "move", to: "up" }, 10),
      editor,
    );
    expect(laidOut(up, 10, 3)).toEqual({ rows: ["2", "3", "4"], cursor: [1, 1], hiddenAbove: 1 });
    expect(laidOut(editor, 10, 0).rows).toEqual(["6"]);
  });

  test("the edges are the first and the last row, wrapped ones counted", () => {
    expect(isAtEdgeRow(editorOf("abcdef"), "first", 4)).toBe(false);
    expect(isAtEdgeRow(editorOf("abcdef"), "last", 4)).toBe(true);
    expect(isAtEdgeRow(leftBy(editorOf("abcdef"), 3), "first", 4)).toBe(true);
  });
});

describe("laws", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "a",
          " ",
          "word",
          "日本",
          "é",
          "👩‍👧",
          "🇩🇪",
          "\n",
          "क्ष",
          "한",
          "x".repeat(30),
        ),
        fc.string({ unit: "grapheme-ascii", maxLength: 8 }),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(""));
  const widths = fc.integer({ min: 2, max: 24 });

  test("the rows hold the text, no row is wider than the width, and the cursor is in them", () => {
    fc.assert(
      fc.property(text, widths, fc.nat(40), (whole, width, steps) => {
        const editor = leftBy(editorOf(whole), steps);
        const { rows, cursor } = laidOut(editor, width, Number.POSITIVE_INFINITY);
        expect(rows.join("")).toBe(whole.replaceAll("\n", ""));
        for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(width);
        expect(cursor[0]).toBeLessThan(rows.length);
        expect(cursor[1]).toBeLessThan(width);
      }),
      { numRuns: 1000 },
    );
  });

  test("the text before the cursor is what stands before its cell", () => {
    fc.assert(
      fc.property(text, widths, fc.nat(40), (whole, width, steps) => {
        const editor = leftBy(editorOf(whole), steps);
        const { rows, cursor } = laidOut(editor, width, Number.POSITIVE_INFINITY);
        const [row = 0, column = 0] = cursor;
        let before = rows.slice(0, row).join("");
        for (const grapheme of graphemes(rows[row] ?? "")) {
          if (displayWidth(before) >= displayWidth(rows.slice(0, row).join("")) + column) break;
          before += grapheme;
        }
        const expected = editor.content.slice(0, editor.cursor).replaceAll("\n", "");
        expect(displayWidth(before)).toBe(displayWidth(expected));
      }),
      { numRuns: 500 },
    );
  });
});
