import { displayWidth, graphemes } from "@perspt/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnAs, glyphsOf, isDoubtfulGlyph } from "./glyphs.js";

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

test.each<[string, string, string]>([
  ["a", "a", "a"],
  ["日", "日", "日"],
  ["é", "é", "é"],
  ["©", "©", "©"],
  ["😀", "😀", "* "],
  ["👍🏽", "👍", "* "],
  ["👨‍👩‍👧", "👨", "* "],
  ["❤️", "❤ ", "* "],
  ["🇯🇵", "JP", "JP"],
  ["1\ufe0f\u20e3", "1 ", "1 "],
])(
  "%s is drawn simply as %j and in ASCII as %j, in the columns that it was laid out for",
  (glyph, simple, ascii) => {
    const width = displayWidth(glyph);
    expect(drawnAs(glyph, width, "full")).toBe(glyph);
    expect(drawnAs(glyph, width, "simple")).toBe(simple);
    expect(drawnAs(glyph, width, "ascii")).toBe(ascii);
    expect([displayWidth(simple), displayWidth(ascii)]).toEqual([width, width]);
  },
);
