import type { JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { freshnessOf } from "./freshness.js";

describe("how long a result may be used", () => {
  test.each<[string, JsonValue | undefined, number]>([
    ["K2: as long as its ttlMs says", 60_000, 60_000],
    ["K2: not at all without one", undefined, 0],
    ["K2: not at all for 0", 0, 0],
    ["K2: not at all for a negative one", -5, 0],
    ["K2, T52: an hour at most", 1e15, 3_600_000],
    ["T52: an hour at most, however large the number", Number.MAX_VALUE, 3_600_000],
    ["K10: not at all for text", "60000", 0],
    ["K10: not at all for null", null, 0],
    ["K10: not at all for a list", [60_000], 0],
    ["K10: not at all for true", true, 0],
  ])("%s", (_, ttlMs, expected) => {
    expect(freshnessOf(ttlMs === undefined ? {} : { ttlMs })).toBe(expected);
  });

  test.each<JsonValue>(["public", "private", "everyone", 7, null])(
    "K10: whatever cacheScope is: %j",
    (cacheScope) => {
      expect(freshnessOf({ ttlMs: 100, cacheScope })).toBe(100);
    },
  );
});
