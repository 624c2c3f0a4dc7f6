import { displayWidth, graphemes } from "@perspt/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { glyphsOf, isDoubtfulGlyph } from "./glyphs.js";

const PIECES = ["a", " ", "é", "e\u0301", "\u0323", "日", "か", "か\u3099", "한", "│", "ｗ"];
const EMOJI = [
  "👍",
  "🏽",
  "\u200d",
  "👩",
  "\ufe0f",
  "❤",
  "🇯",
  "🇵",
  "1\ufe0f\u20e3",
  "ก",
  "ำ",
  "न",
  "ि",
];

test("what is not segmented would not have been joined: glyphs are the text's graphemes", () => {
  const text = fc.array(fc.constantFrom(...PIECES, ...EMOJI), { maxLength: 30 });
  fc.assert(
    fc.property(text, (pieces) => {
      const joined = pieces.join("");
      const glyphs = [...glyphsOf(joined)];
      expect(glyphs.map(({ shown }) => shown)).toEqual([...graphemes(joined)]);
      expect(glyphs.map(({ width }) => width)).toEqual(
        [...graphemes(joined)].map((grapheme) => displayWidth(grapheme)),
      );
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ["a", false],
  ["日", false],
  ["é", false],
  ["e\u0301", true],
  ["❤️", true],
  ["👍🏽", true],
  ["👨‍👩‍👧", true],
  ["🇯🇵", true],
  ["😀", true],
])("terminals disagree about the width of %s: %s", (glyph, isDoubtful) => {
  expect(isDoubtfulGlyph(glyph)).toBe(isDoubtful);
});
