import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../test/any-text.js";
import { displayWidth } from "./display-width.js";
import { wrapText } from "./wrap-text.js";

describe("wrapping", () => {
  test.each<[string, string, number, string[]]>([
    ["at spaces", "the quick brown fox", 10, ["the quick", "brown fox"]],
    ["a text that fits stays whole, spaces included", "  a  b  ", 8, ["  a  b  "]],
    ["an empty text is an empty line", "", 10, [""]],
    ["line breaks are kept", "a\n\nb", 10, ["a", "", "b"]],
    ["spaces at a break are dropped", "aaa     bbb", 5, ["aaa", "bbb"]],
    ["spaces within a line are kept", "a  b cccc", 6, ["a  b", "cccc"]],
    ["an indent stays with its word", "    word word", 8, ["    word", "word"]],
    ["an indent stays with a word that is too long", "  abcdefgh", 5, ["  abc", "defgh"]],
    ["a word wider than a line is cut", "abcdefgh ij", 3, ["abc", "def", "gh", "ij"]],
    ["a long word starts on its own line", "a bcdefghij", 4, ["a", "bcde", "fghi", "j"]],
    ["between East Asian characters", "日本語テキスト", 6, ["日本語", "テキス", "ト"]],
    ["beside them", "abc日本", 5, ["abc日", "本"]],
    ["never within an emoji", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]],
    ["marks stay on their letters", "e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]],
    ["two columns are the least", "abc日", 0, ["ab", "c", "日"]],
    ["without a bound there is one line", "a b c", Number.POSITIVE_INFINITY, ["a b c"]],
    ["nothing but spaces", "      ", 3, [""]],
  ])("%s", (_, text, width, lines) => {
    expect(wrapText(text, width)).toEqual(lines);
  });
});

describe("laws", () => {
  const widths = fc.integer({ min: 2, max: 30 });

  test("no line is wider than the width", () => {
    fc.assert(
      fc.property(anyText, widths, (text, width) => {
        for (const line of wrapText(text, width)) {
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("nothing is lost but spaces and line breaks", () => {
    fc.assert(
      fc.property(anyText, widths, (text, width) => {
        const rest = (from: string) => from.replaceAll(/[ \n]/g, "");
        expect(rest(wrapText(text, width).join(""))).toBe(rest(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("a million characters wrap in linear time", () => {
    const started = performance.now();
    wrapText("word ".repeat(200_000), 80);
    wrapText("x".repeat(1_000_000), 80);
    wrapText(" ".repeat(1_000_000), 80);
    wrapText("日".repeat(300_000), 80);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
