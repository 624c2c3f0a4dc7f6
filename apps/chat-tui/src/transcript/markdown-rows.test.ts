import { displayWidth } from "@perspt/text";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Row } from "../view/frame.js";
import { BlockLayouts } from "./block-rows.js";
import { appendBlock, EMPTY_TRANSCRIPT } from "./transcript.js";

const textOf = (row: Row) => row.map(({ text }) => text).join("");

function shown(text: string, columns = 40): readonly string[] {
  const { blocks } = appendBlock(EMPTY_TRANSCRIPT, { kind: "assistant", text, isOpen: false });
  const [block] = blocks;
  if (block === undefined) return expect.unreachable();
  return new BlockLayouts().rowsOf(block, columns).map(textOf).slice(0, -1);
}

const SAMPLES: readonly string[] = [
  "# Title\n\nA *word* and **two** with `code` and ~~none~~.\n\nSecond.",
  "- one\n- two\n  - deep\n    more\n- three\n\nAfter.",
  "1. a\n2. b\n\n   a paragraph of b\n\n3. c",
  "- [x] done\n- [ ] open",
  "> quoted\n> on\n\nplain",
  "```ts\nconst a = 1;\n\n  indented\n```\n\nEnd.",
  "| name | n |\n|---|--:|\n| a | 1 |\n| 日本 | 22 |\n\nx",
  "para\n===\n\nother\n---\n\n---\n\n[a](https://x.test) <b>html</b>",
  "Text right before\n- a list\n\n    code after\n\ntext",
];

describe("Markdown in rows", () => {
  test("emphasis, headings, lists, quotes, code and rules are told by style and marks", () => {
    expect(shown("# Title\n\nA *b* **c** `d`")).toEqual(["Title", "", "A b c d"]);
    expect(shown("- one\n- two\n  - deep")).toEqual(["• one", "• two", "  • deep"]);
    expect(shown("9. i\n10. j")).toEqual([" 9. i", "10. j"]);
    expect(shown("- [x] done\n- [ ] open")).toEqual(["• [x] done", "• [ ] open"]);
    expect(shown("> quoted")).toEqual(["│ quoted"]);
    expect(shown("```\n  a  b\n```")).toEqual(["│   a  b"]);
    expect(shown("---", 4)).toEqual(["────"]);
  });

  test("a link shows where it leads, an image what it is, and HTML stays as it was written", () => {
    expect(shown("[here](https://x.test)")).toEqual(["here (https://x.test)"]);
    expect(shown("<https://x.test>")).toEqual(["https://x.test"]);
    expect(shown("![cat](https://x.test/c.png)")).toEqual(["[image: cat] (https://x.test/c.png)"]);
    expect(shown("a <b>c</b> &amp; d")).toEqual(["a <b>c</b> & d"]);
  });

  test('12: `{red-fg}`, `{/escape}`, `{center}` and `{"a":{}}` are shown literally', () => {
    const text = '{red-fg}x{/red-fg} {/escape}{center} {"a":{}}';
    expect(shown(text, 80)).toEqual([text]);
  });

  test("6: columns of a table stand in line beside wide characters", () => {
    expect(shown("| name | n |\n|---|--:|\n| a | 1 |\n| 日本 | 22 |")).toEqual([
      "name │  n",
      "─────┼───",
      "a    │  1",
      "日本 │ 22",
    ]);
  });

  test("cells of a table that is too wide are wrapped, those of its widest column first", () => {
    const text = "| a | b |\n|--:|---|\n| xy | some words that are *many* |\n| z | - |";
    expect(shown(text, 18)).toEqual([
      " a │ b            ",
      "───┼──────────────",
      "xy │ some words   ",
      "   │ that are many",
      " z │ -            ",
    ]);
  });

  test("where no table fits, each row is a list of its cells", () => {
    const text = "| first | second | third |\n|--|--|--|\n| a | 日本 | c |\n| d | e | f |";
    expect(shown(text, 12)).toEqual([
      "first: a",
      "second: 日",
      "  本",
      "third: c",
      "────────────",
      "first: d",
      "second: e",
      "third: f",
    ]);
  });

  test("code is cut where a row is full, and keeps its blanks", () => {
    expect(shown("```\nconst abc  = defghij; // 日本\n```", 16)).toEqual([
      "│ const abc  = d",
      "│ efghij; // 日",
      "│ 本",
    ]);
    expect(shown("```\na\n\n  b\n```", 16)).toEqual(["│ a", "│ ", "│   b"]);
  });

  test("a task has one box, in a loose list too", () => {
    expect(shown("- [x] a\n\n- [ ] b")).toEqual(["• [x] a", "", "• [ ] b"]);
  });

  test("what is nested too deep for the screen stands at its left edge", () => {
    expect(shown("> > > > quoted words", 12)).toEqual(["│ │ quoted", "│ │ words"]);
  });

  test("no row is wider than the screen", () => {
    const columns = fc.integer({ min: 6, max: 100 });
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), columns, (text, width) => {
        for (const row of shown(text, width)) expect(displayWidth(row)).toBeLessThanOrEqual(width);
      }),
    );
  });

  test("11: no control, escape, C1 or bidi character comes through, whatever is said", () => {
    const evil = fc.constantFrom(
      "\u001b]52;c;x\u0007",
      "\u009b2J",
      "\u202e",
      "\r",
      "\u0000",
      "\u001bc",
      "`",
      "*",
      "| a |\n|--|",
      "\n\n",
      "- ",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(evil, fc.string())), (pieces) => {
        for (const row of shown(pieces.join(""), 30)) {
          expect(row).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        }
      }),
    );
  });
});
