import fc from "fast-check";
import { expect, test } from "vitest";
import { findPlaces, lineAt } from "./find-places.js";

const anyText = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b"), maxLength });

test("every place of a text is found, in order and up to the bound", () => {
  fc.assert(
    fc.property(anyText(40), anyText(4), fc.nat({ max: 8 }), (text, part, most) => {
      const places = Array.from(text, (_, at) => at).filter((at) => text.startsWith(part, at));
      expect(findPlaces(text, part, most)).toEqual(part === "" ? [] : places.slice(0, most));
    }),
    { numRuns: 1000 },
  );
});

test("texts that a search by comparing would take minutes for are searched at once", () => {
  const text = "a".repeat(4_000_000);
  const began = performance.now();
  expect(findPlaces(text, `b${"a".repeat(1_000_000)}`, 2)).toEqual([]);
  expect(findPlaces(text, "a".repeat(1_000_000), 2)).toEqual([0, 1]);
  expect(performance.now() - began).toBeLessThan(3000);
});

test("a place's line is counted from one", () => {
  expect([0, 1, 2, 3, 4].map((place) => lineAt("a\n\nb", place))).toEqual([1, 1, 2, 3, 3]);
});
