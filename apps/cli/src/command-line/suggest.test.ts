import * as fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, nearest } from "./suggest.js";

test("a swap of neighbours is one edit", () => {
  expect(editDistance("inspect", "inpsect")).toBe(1);
  expect(editDistance("search", "serach")).toBe(1);
});

test("the distance is a symmetric measure that is zero for equal words alone", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (left, right) => {
      const distance = editDistance(left, right);
      expect(editDistance(right, left)).toBe(distance);
      expect(distance === 0).toBe(left === right);
      expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
    }),
  );
});

test("a word that is far from all is not taken for any", () => {
  expect(nearest("zebra", ["list", "inspect", "call", "explain"])).toBeNull();
  expect(nearest("docs.serch", ["docs.search", "docs.read"])).toBe("docs.search");
  expect(nearest("a", ["b"])).toBeNull();
});

test("the work stays bounded whatever is typed", () => {
  expect(nearest("x".repeat(1_000_000), ["y".repeat(1_000_000)])).toBeNull();
});
