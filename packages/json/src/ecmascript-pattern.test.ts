import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { toRe2 } from "./ecmascript-pattern.js";
import { createPatternEngine } from "./pattern-engine.js";
import { createStepMeter } from "./step-meter.js";

function finds(pattern: string, text: string): boolean | null {
  const translated = toRe2(pattern);
  return translated === null ? null : RE2JS.compile(translated).test(text);
}

describe("ECMAScript means", () => {
  test.each<[string, string, boolean]>([
    ["^\\d{3}-\\w+$", "123-abc", true],
    ["^a$", "a\n", false],
    ["^\\s$", "\u00a0", true],
    ["^\\s$", "\ufeff", true],
    ["^\\S$", "\u2003", false],
    ["^[\\S]$", "\u2003", false],
    ["^[^\\s]$", "\u2003", false],
    ["^.$", "\u2028", false],
    ["^.$", "😀", true],
    ["^\\d$", "٣", false],
    ["^[[:alpha:]]$", "a]", true],
    ["^[]$", "", false],
    ["^[^]$", "\n", true],
    ["^[\\b]$", "\b", true],
    ["^\\cA\\0\\x41\\u0042\\u{1F600}$", "\u0001\u0000AB😀", true],
    ["^\\ud83d\\ude00$", "😀", true],
    ["^(?<year>\\d{4})(?:-)$", "2026-", true],
    ["^\\p{Letter}+$", "naïve", true],
    ["^\\p{Script=Greek}$", "α", true],
    ["^\\P{gc=Lu}$", "A", false],
    ["^[\\w.\\-+]+\\@\\/$", "a.b-c+d@/", true],
    ["^a{2,3}?$", "aa", true],
    ["^[\\^a]$", "^", true],
    ["\\bfoo\\b", "a foo b", true],
    ["o\\B", "foo", true],
    ["o\\B$", "foo", false],
  ])("%s on %j: %s", (pattern, text, expected) => {
    expect(finds(pattern, text)).toBe(expected);
  });

  test.each([
    "(?=a)",
    "(?!a)",
    "(?<=a)b",
    "(?<!a)b",
    "(a)\\1",
    "(?<n>a)\\k<n>",
    "(?i)a",
    "(?i:a)",
    "(?P<n>a)",
    "\\Aa\\z",
    "\\Qa\\E",
    "\\h",
    "\\01",
    "\\ud83d",
    "\ud83d",
    "\\u{110000000}",
    "\\p{Emoji}",
    "\\pL",
    "[a",
    "a\\",
  ])("%j is not said in RE2", (pattern) => {
    expect(toRe2(pattern)).toBeNull();
  });

  // Without \B, which V8 also tries within a surrogate pair.
  test("the same as in V8, for whatever both run", () => {
    const piece = fc.constantFrom(
      ..."abAB01_- .é日\n\u00a0😀".split(/(?:)/u),
      "\\d",
      "\\D",
      "\\w",
      "\\W",
      "\\s",
      "\\S",
      "\\b",
      "\\n",
      "\\.",
      "\\x41",
      "\\u00e9",
      "\\p{L}",
      "\\P{Lu}",
      "[a-c]",
      "[^a-c\\d]",
      "[\\s_-]",
      "[\\S]",
      "[^\\W]",
      "^",
      "$",
      ".",
      "|",
      "(a|b)",
      "(?:ab)?",
      "(?<n>a)",
    );
    const repeat = fc.constantFrom("", "", "", "*", "+?", "?", "{2}", "{0,3}");
    const pattern = fc
      .array(fc.tuple(piece, repeat), { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.map((one) => one.join("")).join(""))
      .filter(isPattern);
    const text = fc
      .array(fc.constantFrom(...Array.from("abAB01_- .é日\n\u00a0😀"), "\u2028"), { maxLength: 8 })
      .map((letters) => letters.join(""));
    let compared = 0;
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
        const engine = createPatternEngine(RE2JS, createStepMeter());
        if (!engine.canRun(source)) return;
        for (const one of texts) {
          compared += 1;
          expect(finds(source, one)).toBe(new RegExp(source, "u").test(one));
        }
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(5000);
  });
});

function isPattern(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

describe("what is too large is not run", () => {
  const engine = () => createPatternEngine(RE2JS, createStepMeter());

  test.each([
    ["a long pattern", "a|".repeat(5000)],
    ["a large program", "(?:a?){900}a{900}b{900}"],
    ["a program that would be larger than any", "((a{100}){100}){100}"],
    ["two thousand groups within each other", `${"(a".repeat(2000)}${")*".repeat(2000)}`],
    ["no pattern at all", "a(b"],
  ])("%s", (_, pattern) => {
    expect(engine().canRun(pattern)).toBe(false);
  });

  test("nor are the patterns after the first few hundred", () => {
    const one = engine();
    const runs = Array.from({ length: 1000 }, (_, index) => one.canRun(`^a{1,9}${index}$`));
    expect(runs[0]).toBe(true);
    expect(runs.at(-1)).toBe(false);
    expect(runs.indexOf(false)).toBeGreaterThan(100);
  });
});
