import * as fc from "fast-check";
import { expect, test } from "vitest";
import { graphemes, wholeGraphemes } from "./graphemes.js";

const FAMILY = "👩‍👩‍👧‍👦";

/** Long enough that a text of them passes the end of several windows, at every offset. */
const UNITS = [
  FAMILY,
  "🇩🇪",
  "e\u0301\u0302",
  "\u1112\u1161\u11ab",
  "日",
  "a",
  "🧑🏽‍🚀",
  "\r\n",
  "😀",
];

const manyUnits = fc.array(fc.constantFrom(...UNITS), { minLength: 60, maxLength: 200 });

test("a long text falls into the same user-perceived characters as one segmented whole", () => {
  const whole = new Intl.Segmenter("en", { granularity: "grapheme" });
  fc.assert(
    fc.property(manyUnits, (units) => {
      const text = units.join("");
      expect([...graphemes(text)]).toEqual(Array.from(whole.segment(text), (part) => part.segment));
    }),
    { numRuns: 300 },
  );
});

test("one that straddles the end of a window of 128 stays whole", () => {
  expect([...graphemes(`${"日".repeat(125)}${FAMILY}b`)].slice(-3)).toEqual(["日", FAMILY, "b"]);
});

test("a pile of marks longer than a window is divided, and nothing is lost", () => {
  const pile = `e${"\u0301".repeat(1_000)}`;
  expect([...graphemes(pile)].join("")).toBe(pile);
});

test("a start ends before the character that the bound would divide", () => {
  expect(wholeGraphemes(`ab${FAMILY}`, 12)).toBe("ab");
  expect(wholeGraphemes(`ab${FAMILY}`, 13)).toBe(`ab${FAMILY}`);
  expect(wholeGraphemes(`${"日".repeat(300)}${FAMILY}`, 305)).toBe("日".repeat(300));
});
