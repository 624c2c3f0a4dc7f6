import { describe, expect, test } from "vitest";
import { compare } from "./comparison.js";

const contest = new Map([
  ["ours", { wall: [2, 2, 2, 4], cpu: [1, 2] }],
  ["theirs", { wall: [1, 1, 1, 1], cpu: [1, 1] }],
]);
const task = { task: "t", subject: "ours", peer: "theirs" };

describe("a comparison", () => {
  test("tells the ratio of the medians, and how it differs over the run", () => {
    const { ratio, isMet } = compare(contest, task);
    expect(ratio.median).toBe(2);
    expect(ratio.spread).toStrictEqual([2, 2.5]);
    expect(ratio.cpu).toBe(1.5);
    expect(isMet).toBeNull();
  });

  test.each([
    ["median", "ratio", 2, true],
    ["median", "ratio", 1.99, false],
    ["p99", "milliseconds", 4, true],
    ["p99", "milliseconds", 3, false],
  ] as const)("whose %s in %s may be %d at most: %s", (of, unit, atMost, isMet) => {
    expect(compare(contest, { ...task, aim: { of, in: unit, atMost } }).isMet).toBe(isMet);
  });

  test("with somebody who took no part is refused", () => {
    expect(() => compare(contest, { ...task, peer: "nobody" })).toThrow("nobody took no part");
  });
});
