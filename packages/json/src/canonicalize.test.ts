import reference from "canonicalize";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CanonicalFormError, canonicalize } from "./canonicalize.js";
import { digest, digestBytes } from "./digest.js";
import { type JsonValue, parseJson } from "./json-value.js";
import { parseStrict } from "./parse-strict.js";

function read(text: string): JsonValue {
  return parseJson(text);
}

/** The double with these eight bytes, as the RFC writes them. */
function double(hexadecimal: string): number {
  return Buffer.from(hexadecimal, "hex").readDoubleBE();
}

describe("vectors of RFC 8785", () => {
  test.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("appendix B: the double %s is %s", (bytes, text) => {
    expect(canonicalize(double(bytes))).toBe(text);
  });

  test.each([
    ["arrays", '[56, {"d": true, "10": null, "1": [ ]}]', '[56,{"1":[],"10":null,"d":true}]'],
    [
      "french: sorting ignores the locale",
      '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}',
      '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}',
    ],
    [
      "structures",
      '{"1": {"f": {"f": "hi","F": 5} ,"\\n": 56.0},"10": { },"": "empty","a": { },"111": [ {"e": "yes","E": "no" } ],"A": { }}',
      '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}',
    ],
    [
      "unicode: nothing is normalized",
      '{"Unnormalized Unicode":"A\\u030a"}',
      '{"Unnormalized Unicode":"A\u030a"}',
    ],
    [
      "values (section 3.2.2)",
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ],
    [
      "weird (section 3.2.3): members are sorted by UTF-16 code units",
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\u000a":"Newline","1":"One","\\u0080":"Control\\u007f","\\ud83d\\ude02":"Smiley","\\u00f6":"Latin Small Letter O With Diaeresis","\\ufb33":"Hebrew Letter Dalet With Dagesh","</script>":"Browser Challenge"}',
      '{"\\n":"Newline","\\r":"Carriage Return","1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😂":"Smiley","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    ],
  ])("test data: %s", (_, input, canonical) => {
    expect(canonicalize(read(input))).toBe(canonical);
    expect(canonicalize(read(canonical))).toBe(canonical);
  });
});

describe("values without a canonical form (T32)", () => {
  const endless: unknown[] = [];
  endless.push(endless);
  const deep = (depth: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level += 1) value = [value];
    return value;
  };

  test.each<[string, unknown, string]>([
    ["NaN (RFC 8785, appendix B)", double("7fffffffffffffff"), "not_finite"],
    ["infinity", double("7ff0000000000000"), "not_finite"],
    ["half of a surrogate pair", "\ud800", "lone_surrogate"],
    ["one in a name", { "\udc00": 1 }, "lone_surrogate"],
    ["undefined in a list", [undefined], "not_json"],
    ["a function", { a: () => 1 }, "not_json"],
    ["a bigint", 1n, "not_json"],
    ["a symbol", [Symbol("a")], "not_json"],
    ["a date", { at: new Date(0) }, "not_json"],
    ["a map", new Map(), "not_json"],
    ["a value that holds itself", endless, "too_deep"],
    ["513 levels", deep(513), "too_deep"],
    ["a million levels", deep(1_000_000), "too_deep"],
  ])("%s", (_, value, code) => {
    // What a caller without types could pass.
    const thrower = (): unknown => Reflect.apply(canonicalize, undefined, [value]);
    expect(thrower).toThrow(CanonicalFormError);
    expect(thrower).toThrow(expect.objectContaining({ code }));
  });

  test("512 levels have one", () => {
    expect(Reflect.apply(canonicalize, undefined, [deep(512)])).toHaveLength(1025);
  });

  test("undefined members are left out, as JSON.stringify leaves them out", () => {
    expect(Reflect.apply(canonicalize, undefined, [{ a: undefined, b: 1 }])).toBe('{"b":1}');
  });
});

test("T32: canon(parse(canon(x))) = canon(x), whatever order members come in", () => {
  const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 6 }).filter(isWellFormed);
  fc.assert(
    fc.property(value, (json) => {
      const canonical = canonicalize(read(JSON.stringify(json)));
      expect(canonicalize(read(canonical))).toBe(canonical);
      expect(canonicalize(reversed(read(canonical)))).toBe(canonical);
      const strict = parseStrict(canonical);
      if (!canonical.includes("__proto__")) expect(strict.kind).toBe("parsed");
    }),
    { numRuns: 10_000 },
  );
});

test("a second implementation writes the same of every value", () => {
  const value = fc.jsonValue({ stringUnit: "binary", maxDepth: 6 }).filter(isWellFormed);
  fc.assert(
    fc.property(value, (json) => {
      const parsed = read(JSON.stringify(json));
      expect(canonicalize(parsed)).toBe(reference(parsed));
    }),
    { numRuns: 2000 },
  );
});

test("text is written as it stands where JSON lets it, in full length and at every bound", () => {
  for (const length of [0, 1, 31, 32, 33, 1000]) {
    for (const character of [
      "a",
      '"',
      "\\",
      "\u001f",
      "\u0020",
      "\u007f",
      "é",
      "\ud7ff",
      "\ue000",
    ]) {
      const text = `${"a".repeat(length)}${character}`;
      expect(canonicalize(text)).toBe(JSON.stringify(text));
    }
  }
});

function isWellFormed(value: unknown): boolean {
  return !/\\ud[89a-f]/.test(JSON.stringify(value));
}

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]));
}

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
