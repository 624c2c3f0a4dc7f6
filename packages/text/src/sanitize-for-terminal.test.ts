import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../test/any-text.js";
import { sanitizeForTerminal } from "./sanitize-for-terminal.js";

describe("what orders a terminal about is shown instead (T56, T57, report 25)", () => {
  test.each([
    ["a screen is cleared", "\u001b[2J", "\\u001b[2J"],
    ["a title is set", "\u001b]0;title\u0007", "\\u001b]0;title\\u0007"],
    ["a link is made", "\u001b]8;;http://x\u001b\\", "\\u001b]8;;http://x\\u001b\\"],
    ["the clipboard is written", "\u001b]52;c;aGk=\u0007", "\\u001b]52;c;aGk=\\u0007"],
    ["8-bit CSI", "\u009b31m", "\\u009b31m"],
    ["8-bit OSC without an end", "\u009d0;x", "\\u009d0;x"],
    ["DCS and APC", "\u001bPq\u001b\\\u001b_x\u009c", "\\u001bPq\\u001b\\\\u001b_x\\u009c"],
    ["the bell", "\u0007", "\\u0007"],
    ["a return to the start of the line", "safe\rrm -rf", "safe\\rrm -rf"],
    ["a backspace", "ab\u0008c", "ab\\u0008c"],
    ["DEL and NUL", "\u007f\u0000", "\\u007f\\u0000"],
    ["next line, line and paragraph separator", "\u0085\u2028\u2029", "\\u0085\\u2028\\u2029"],
  ])("%s", (_, text, shown) => {
    expect(sanitizeForTerminal(text)).toBe(shown);
    expect(sanitizeForTerminal(text, { layout: "multiline" })).toBe(shown);
  });

  test("one line shows its line breaks and tabs", () => {
    expect(sanitizeForTerminal("a\nb\tc\r\n")).toBe("a\\nb\\tc\\r\\n");
  });

  test("several lines keep line breaks, CRLF becomes LF, a tab becomes spaces", () => {
    expect(sanitizeForTerminal("a\nb\tc\r\nd\re", { layout: "multiline" })).toBe(
      "a\nb    c\nd\\re",
    );
  });
});

describe("what people cannot see is shown (T58)", () => {
  test.each([
    ["a bidi override", "\u202etxt.exe", "\\u202etxt.exe"],
    ["bidi isolates and marks", "\u2066\u2069\u200e\u061c", "\\u2066\\u2069\\u200e\\u061c"],
    ["zero-width space and byte order mark", "a\u200bb\ufeff", "a\\u200bb\\ufeff"],
    ["a soft hyphen", "pass\u00adword", "pass\\u00adword"],
    ["letters of the tag block", "\u{e0041}\u{e007f}", "\\u{e0041}\\u{e007f}"],
    ["a Hangul filler", "\u3164", "\\u3164"],
    ["half of a surrogate pair", "a\ud83d", "a\\ud83d"],
    ["a joiner between letters", "a\u200db", "a\\u200db"],
    ["a joiner between a letter and a picture", "a\u200d👩", "a\\u200d👩"],
    ["a joiner after a joiner", "👩\u200d\u200d👧", "👩\\u200d\\u200d👧"],
    ["a joiner at the end", "👩\u200d", "👩\\u200d"],
  ])("%s", (_, text, shown) => {
    expect(sanitizeForTerminal(text)).toBe(shown);
  });

  test.each([
    "👩‍👩‍👧‍👦",
    "🧑🏽‍🚀",
    "❤️‍🔥",
    "🏳️‍🌈",
    "1️⃣",
    "🇩🇪",
    "日本語",
    "é",
    "العربية",
    "한국어",
    "क्षेत्र",
  ])("%s stays as it is", (text) => {
    expect(sanitizeForTerminal(text)).toBe(text);
  });
});

describe("marks (T56)", () => {
  test("thirty in a row stay on their letter, and what floods the rows around is shown", () => {
    const most = `e${"\u0301".repeat(30)}`;
    expect(sanitizeForTerminal(most)).toBe(most);
    expect(sanitizeForTerminal(`${most}\u0301\u0489x`)).toBe(`${most}\\u0301\\u0489x`);
    expect(sanitizeForTerminal(`${most}\u0301`, { layout: "multiline" })).toBe(`${most}\\u0301`);
  });
});

describe("variation selectors (T59)", () => {
  test("a second one is shown", () => {
    expect(sanitizeForTerminal("❤\ufe0f\ufe0f\ufe00")).toBe("❤\ufe0f\\ufe0f\\ufe00");
  });

  test("one on a character without variants is shown", () => {
    expect(sanitizeForTerminal("a\ufe0f\u{e0100}")).toBe("a\\ufe0f\\u{e0100}");
  });

  test("an ideographic one stays on an ideograph, a Mongolian one on its letter", () => {
    expect(sanitizeForTerminal("葛\u{e0100}ᠠ\u180b")).toBe("葛\u{e0100}ᠠ\u180b");
  });
});

describe("length", () => {
  test("a text that is too long says how much was cut, within the bound", () => {
    const shown = sanitizeForTerminal("x".repeat(1000), { maxLength: 100 });
    expect(shown).toBe(`${"x".repeat(80)}… (+920 characters)`);
    expect(shown.length).toBeLessThanOrEqual(100);
  });

  test("each layout has its own bound: 2,000 on a line, 65,536 on several", () => {
    expect(sanitizeForTerminal("x".repeat(2_000))).toBe("x".repeat(2_000));
    expect(sanitizeForTerminal("x".repeat(2_001))).toBe(`${"x".repeat(1_980)}… (+21 characters)`);
    const block = "x".repeat(65_536);
    expect(sanitizeForTerminal(block, { layout: "multiline" })).toBe(block);
    expect(sanitizeForTerminal(`${block}y`, { layout: "multiline" })).toBe(
      `${"x".repeat(65_515)}… (+22 characters)`,
    );
  });

  test("the cut falls between two characters that people see", () => {
    const family = "👩‍👩‍👧‍👦";
    const shown = sanitizeForTerminal(family.repeat(20), { maxLength: 29 });
    expect(shown).toBe("… (+220 characters)");
    expect(sanitizeForTerminal(family.repeat(20), { maxLength: 30 })).toBe(
      `${family}… (+209 characters)`,
    );
  });

  test("a bound too small for the notice leaves an ellipsis", () => {
    expect(sanitizeForTerminal("x".repeat(100), { maxLength: 5 })).toBe("xxxx…");
    expect(sanitizeForTerminal("x".repeat(100), { maxLength: 1 })).toBe("…");
    expect(sanitizeForTerminal("x".repeat(100), { maxLength: 0 })).toBe("");
  });

  test("300,000 hostile characters are one linear pass", () => {
    const started = performance.now();
    for (const unit of ["\u001b", "\u009d", "\u200d", "\ufe0f", "\u0301", "👩‍", "\u{e0041}"]) {
      sanitizeForTerminal(unit.repeat(300_000 / unit.length), { layout: "multiline" });
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("laws", () => {
  const layouts = fc.constantFrom("line" as const, "multiline" as const);
  const lengths = fc.integer({ min: 0, max: 120 });

  test("T56: no control, format or bidi character comes out but line feeds, joiners and selectors", () => {
    fc.assert(
      fc.property(anyText, layouts, (text, layout) => {
        const shown = sanitizeForTerminal(text, { layout });
        // Joiners and selectors are the only format characters that may stay.
        const rest = shown.replaceAll(/\u200d|\p{Variation_Selector}/gu, "");
        expect(rest).not.toMatch(
          /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        );
        if (layout === "line") expect(shown).not.toContain("\n");
        expect(shown).not.toMatch(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2}/u);
      }),
      { numRuns: 3000 },
    );
  });

  test("what is safe stays as it is: sanitising twice changes nothing, at any bound", () => {
    fc.assert(
      fc.property(anyText, layouts, lengths, (text, layout, maxLength) => {
        const once = sanitizeForTerminal(text, { layout, maxLength });
        expect(once.length).toBeLessThanOrEqual(maxLength);
        expect(sanitizeForTerminal(once, { layout, maxLength })).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  test("printable ASCII is never changed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        expect(sanitizeForTerminal(text)).toBe(text);
      }),
    );
  });
});
