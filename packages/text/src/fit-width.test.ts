import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../test/any-text.js";
import { displayWidth } from "./display-width.js";
import { padToWidth, truncateToWidth } from "./fit-width.js";

describe("truncating", () => {
  test.each<[string, string, number, string]>([
    ["a text that fits stays", "abc", 3, "abc"],
    ["an ellipsis stands for the rest", "abcdef", 4, "abc…"],
    ["a wide character is not halved", "日本語", 4, "日…"],
    ["an emoji is not divided", "👩‍👩‍👧‍👦abc", 3, "👩‍👩‍👧‍👦…"],
    ["no room at all", "abc", 0, ""],
    ["one column", "abc", 1, "…"],
  ])("%s", (_, text, width, cut) => {
    expect(truncateToWidth(text, width)).toBe(cut);
  });

  test("an ellipsis that does not fit is left out", () => {
    expect(truncateToWidth("abcdef", 2, { ellipsis: "..." })).toBe("ab");
  });

  test("the result is never wider than asked for, and starts like the text", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 20 }), (text, width) => {
        const cut = truncateToWidth(text, width);
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        expect(cut === text || text.startsWith(cut.replace(/…$/, ""))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("padding", () => {
  test("fills up on the side asked for, by columns and not by characters", () => {
    expect(padToWidth("日", 5)).toBe("日   ");
    expect(padToWidth("日", 5, "right")).toBe("   日");
    expect(padToWidth("日", 5, "center")).toBe(" 日  ");
  });

  test("leaves a wider text alone", () => {
    expect(padToWidth("abcdef", 3)).toBe("abcdef");
  });

  test("cut and filled, every text has exactly the width", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 20 }), (text, width) => {
        for (const align of ["left", "right", "center"] as const) {
          expect(displayWidth(padToWidth(truncateToWidth(text, width), width, align))).toBe(width);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
