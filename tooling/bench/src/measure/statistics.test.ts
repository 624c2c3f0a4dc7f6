import { describe, expect, test } from "vitest";
import { quantile, statisticsOf } from "./statistics.js";

describe("statistics", () => {
  test("lie between the nearest samples, in whatever order these came", () => {
    expect(quantile([0, 10], 0.5)).toBe(5);
    expect(quantile([1, 2, 4], 0.5)).toBe(2);
    expect(quantile([7], 0.99)).toBe(7);
    expect(statisticsOf([100, ...Array.from({ length: 100 }, (_, index) => index)])).toStrictEqual({
      samples: 101,
      median: 50,
      p95: 95,
      p99: 99,
    });
  });

  test("of nothing are not told", () => {
    expect(() => statisticsOf([])).toThrow("there are no samples");
  });
});
