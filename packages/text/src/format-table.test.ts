import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../test/any-text.js";
import { displayWidth } from "./display-width.js";
import { formatTable } from "./format-table.js";

describe("tables", () => {
  test("columns are aligned by display width, no line ends in spaces", () => {
    expect(
      formatTable(
        [
          ["日本", "1", "x"],
          ["docs", "20", ""],
        ],
        { header: ["SERVER", "TOOLS", "NOTE"], columns: [{}, { align: "right" }] },
      ),
    ).toEqual(["SERVER  TOOLS  NOTE", "日本        1  x", "docs       20"]);
  });

  test("the widest column gives way first", () => {
    expect(formatTable([["id", "a long description", "ok"]], { width: 18 })).toEqual([
      "id  a long de…  ok",
    ]);
  });

  test("a wrapped column gives its row more lines", () => {
    expect(
      formatTable([["id", "one two three", "ok"]], {
        width: 16,
        columns: [{}, { overflow: "wrap" }],
      }),
    ).toEqual(["id  one two   ok", "    three"]);
  });

  test("T56: a stranger's cell cannot leave its cell", () => {
    expect(
      formatTable([
        ["a\nb", "\u001b[2J"],
        ["c", "d"],
      ]),
    ).toEqual(["a\\nb  \\u001b[2J", "c     d"]);
  });

  test("styles see the fitted cell, so colours do not move columns", () => {
    const bold = (cell: string) => `<b>${cell}</b>`;
    expect(
      formatTable([["a", "b"]], {
        header: ["LONG", "X"],
        headerStyle: bold,
        columns: [{ style: (cell) => `<i>${cell}</i>` }],
      }),
    ).toEqual(["<b>LONG</b>  <b>X</b>", "<i>a   </i>  b"]);
  });

  test("no rows make no lines; an empty row makes an empty one", () => {
    expect(formatTable([])).toEqual([]);
    expect(formatTable([[], ["", ""]])).toEqual(["", ""]);
  });

  test("rows may be of different lengths", () => {
    expect(formatTable([["a"], ["b", "c"]])).toEqual(["a", "b  c"]);
  });
});

test("no line is wider than the terminal while each column has room for two", () => {
  const rows = fc.array(fc.array(anyText, { maxLength: 4 }), { maxLength: 6 });
  const overflow = fc.constantFrom("wrap" as const, "truncate" as const);
  fc.assert(
    fc.property(rows, overflow, fc.integer({ min: 14, max: 60 }), (cells, kind, width) => {
      const columns = [0, 1, 2, 3].map(() => ({ overflow: kind }));
      for (const line of formatTable(cells, { width, columns })) {
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(line).toBe(line.replace(/ +$/, ""));
      }
    }),
    { numRuns: 500 },
  );
});
