import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, nearestWord } from "./nearest-word.js";

const KEYS = ["id", "transport", "timeout_ms", "tasks", "tools", "roots", "max_result_bytes"];

describe("suggestions", () => {
  test.each([
    ["timout_ms", "timeout_ms"],
    ["timeout", "timeout_ms"],
    ["Timeout-MS", "timeout_ms"],
    ["trasnport", "transport"],
    ["max_results_bytes", "max_result_bytes"],
    ["root", "roots"],
  ])("%s means %s", (written, meant) => {
    expect(nearestWord(written, KEYS)).toBe(meant);
  });

  test("a word like none of them means none", () => {
    expect(nearestWord("cwd", KEYS)).toBeNull();
    expect(nearestWord("colour", KEYS)).toBeNull();
    expect(nearestWord("a", ["b"])).toBeNull();
    expect(nearestWord("zebra", ["list", "inspect", "call", "explain"])).toBeNull();
  });

  test("the work stays bounded whatever is typed", () => {
    expect(nearestWord("x".repeat(1_000_000), ["y".repeat(1_000_000)])).toBeNull();
  });

  test("the distance counts edits: it is symmetric, zero for equals alone, and one for a swap", () => {
    expect(editDistance("ab", "ba")).toBe(1);
    expect(editDistance("", "abc")).toBe(3);
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
    fc.assert(
      fc.property(word, word, (left, right) => {
        const distance = editDistance(left, right);
        expect(distance).toBe(editDistance(right, left));
        expect(distance === 0).toBe(left === right);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(left.length - right.length));
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });
});
