import { expect, test } from "vitest";
import { Random } from "./random.js";

test("a seed draws the same numbers again, and another seed others", () => {
  const drawn = (...seeds: readonly [number, ...number[]]) => {
    const random = new Random(...seeds);
    return random.list(8, () => random.between(0, 999));
  };
  expect(drawn(7, 1)).toEqual(drawn(7, 1));
  expect(drawn(7, 1)).not.toEqual(drawn(7, 2));
  expect(drawn(7, 1)).not.toEqual(drawn(1, 7));
});

test("numbers lie within their bounds, and reach them", () => {
  const random = new Random(1);
  const numbers = random.list(2000, () => random.between(3, 6));
  expect([...new Set(numbers)].toSorted((one, other) => one - other)).toEqual([3, 4, 5, 6]);
  const magnitudes = random.list(2000, () => random.magnitude(0, 1000));
  expect(Math.min(...magnitudes)).toBe(0);
  expect(Math.max(...magnitudes)).toBeGreaterThan(900);
  expect(Math.max(...magnitudes)).toBeLessThanOrEqual(1000);
});
