import { describe, expect, test } from "vitest";
import { CanonicalFormError, canonicalize } from "./canonicalize.js";
import { digest, digestBytes } from "./digest.js";
import type { JsonValue } from "./json-value.js";

describe("canonical form (RFC 8785)", () => {
  test("the example of section 3.2.2", () => {
    const value: JsonValue = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "€$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalize(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test("members are sorted by UTF-16 code units (section 3.2.3)", () => {
    const value: JsonValue = {
      "€": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "😀": "Emoji: Grinning Face",
      "\u0080": "Control",
      ö: "Latin Small Letter O With Diaeresis",
    };
    expect(Object.values(JSON.parse(canonicalize(value)))).toHaveLength(7);
    expect([...canonicalize(value).matchAll(/:"([^"]+)"/g)].map((match) => match[1])).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  test.each([
    [Number.NaN, "not_finite"],
    [Number.POSITIVE_INFINITY, "not_finite"],
    ["\ud800", "lone_surrogate"],
  ])("%j has no canonical form", (value, code) => {
    expect(() => canonicalize([value])).toThrow(CanonicalFormError);
    expect(() => canonicalize([value])).toThrow(expect.objectContaining({ code }));
  });
});

describe("digests", () => {
  test("the order of members does not matter, the order of elements does", () => {
    expect(digest({ a: 1, b: [1, 2] })).toBe(digest({ b: [1, 2], a: 1 }));
    expect(digest([1, 2])).not.toBe(digest([2, 1]));
  });

  test("the spelling is that of a TOML pin", () => {
    expect(digestBytes("")).toBe(
      "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    expect(digest({})).toBe(digestBytes("{}"));
  });
});
