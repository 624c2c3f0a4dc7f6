import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  failuresAfter,
  HEALTHY_AFTER_MS,
  LONGEST_RESTART_MS,
  MAX_RESTARTS,
  nextRestart,
} from "./restart-policy.js";

describe("I9: a lost server is started again", () => {
  test("after pauses that double, half of each by chance", () => {
    const pauses = [1, 2, 3, 4, 5].map((failures) => nextRestart(failures, 0));
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000]);
    expect(nextRestart(5, 0.5)).toBe(6000);
  });

  test("not for ever", () => {
    expect(nextRestart(MAX_RESTARTS + 1, 0)).toBeNull();
  });

  test("never at once, and never later than the longest pause", () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_RESTARTS }), chance, (failures, luck) => {
        const pause = nextRestart(failures, luck) ?? 0;
        expect(pause).toBeGreaterThanOrEqual(250);
        expect(pause).toBeLessThan(LONGEST_RESTART_MS);
      }),
    );
  });

  test("with a clean slate once it has been healthy for a while", () => {
    expect(failuresAfter(4, HEALTHY_AFTER_MS)).toBe(1);
    expect(failuresAfter(4, HEALTHY_AFTER_MS - 1)).toBe(5);
  });
});
