import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../test/any-text.js";
import { displayWidth } from "./display-width.js";
import { graphemes } from "./graphemes.js";

describe("columns in a terminal", () => {
  test.each<[string, number]>([
    ["", 0],
    ["plain", 5],
    ["naïve", 5],
    ["nai\u0308ve", 5],
    ["日本語", 6],
    ["ｆｕｌｌ", 8],
    ["ﾊﾝｶｸ", 4],
    ["한국어", 6],
    ["\u1112\u1161\u11ab", 2],
    ["か\u3099", 2],
    ["。「」", 6],
    ["😀", 2],
    ["👩‍👩‍👧‍👦", 2],
    ["🧑🏽‍🚀", 2],
    ["👍🏽", 2],
    ["❤", 1],
    ["❤️", 2],
    ["❤️‍🔥", 2],
    ["1️⃣", 2],
    ["🇩🇪", 2],
    ["🇩🇪🇫🇷", 4],
    ["🇩", 1],
    ["한a日", 5],
    ["กำ", 2],
    ["ก่", 1],
    ["क्ष", 2],
    ["العربية", 7],
    ["→▲─│", 4],
    ["…", 1],
    ["\u{20000}", 2],
    ["\u{1f9ff}", 2],
    ["\u4dc0", 2],
    ["\u{16fe4}", 0],
    ["\u3000", 2],
    ["\u00a0", 1],
    ["\u200b\u0000\u001b", 0],
  ])("%j fills %i", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test("a text is as wide as its user-perceived characters together", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = Array.from(graphemes(text), displayWidth);
        expect(displayWidth(text)).toBe(parts.reduce((sum, width) => sum + width, 0));
      }),
      { numRuns: 3000 },
    );
  });

  test("the first and the last code point of every kind of range are wide, their neighbours not", () => {
    const widths = (...codePoints: number[]) =>
      codePoints.map((codePoint) => displayWidth(String.fromCodePoint(codePoint)));
    expect(widths(0x1100, 0x115e, 0x2329, 0x232a, 0xac00, 0xd7a3, 0x3fffd)).toEqual([
      2, 2, 2, 2, 2, 2, 2,
    ]);
    expect(widths(0x10ff, 0x2328, 0x232b, 0xabff, 0x303f, 0x1f003)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
