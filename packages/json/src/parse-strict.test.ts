import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalize } from "./canonicalize.js";
import { parseJson } from "./json-value.js";
import { parseBounded } from "./parse-bounded.js";
import { parseStrict } from "./parse-strict.js";

const WIRE = { maxBytes: 1024 * 1024, maxDepth: 128 };

function codeOf(result: ReturnType<typeof parseStrict>): string {
  return result.kind === "parsed" ? "parsed" : result.problem.code;
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("size, encoding and depth come before parsing", () => {
  test.each([
    [64, "parsed"],
    [65, "too_deep"],
    [100_000, "too_deep"],
  ])("T29: arguments nested %i deep are %s", (depth, expected) => {
    expect(codeOf(parseStrict(nested(depth)))).toBe(expected);
  });

  test.each([
    [128, "parsed"],
    [129, "too_deep"],
    [100_000, "too_deep"],
  ])("T29: wire JSON nested %i deep is %s", (depth, expected) => {
    expect(codeOf(parseBounded(nested(depth), WIRE))).toBe(expected);
  });

  test("T29: five million brackets are refused without recursion", () => {
    const limits = { maxBytes: 20_000_000, maxDepth: 128 };
    expect(codeOf(parseBounded("[".repeat(5_000_000), limits))).toBe("too_deep");
  });

  test("brackets within text do not count, escaped quotes do not end it", () => {
    expect(parseBounded(String.raw`{"a":"\"[[[["}`, { maxBytes: 100, maxDepth: 1 })).toEqual({
      kind: "parsed",
      value: { a: '"[[[[' },
    });
  });

  test("one byte over the bound is too large, counted in UTF-8", () => {
    const limits = { maxBytes: 5, maxDepth: 1 };
    expect(codeOf(parseBounded('"日"', limits))).toBe("parsed");
    expect(parseBounded('"日x"', limits)).toEqual({
      kind: "rejected",
      problem: {
        code: "too_large",
        message: "Expected at most 5 bytes of JSON; got 6.",
        offset: null,
        path: null,
      },
    });
  });

  test("report 17: bytes that are not UTF-8 are a named problem, not a replacement character", () => {
    expect(codeOf(parseBounded(Uint8Array.of(0x22, 0xff, 0x22), WIRE))).toBe("invalid_utf8");
  });

  test("a bound on values counts every one of them, containers included", () => {
    const limits = { ...WIRE, maxValues: 5 };
    expect(codeOf(parseBounded('{"a":[1,2],"b":3}', limits))).toBe("parsed");
    expect(parseBounded('{"a":[1,2],"b":[3]}', limits)).toMatchObject({
      problem: { code: "too_large", message: "Expected at most 5 values; got more." },
    });
  });
});

describe("a member named __proto__ is refused", () => {
  test.each([
    '{"__proto__":{"x":1}}',
    '{"a":[{"b":{"__proto__":null}}]}',
    String.raw`{"\u005f_proto__":1}`,
    String.raw`{"__\u0070roto__":1}`,
    String.raw`{"\u005F\u005Fproto\u005f\u005f":1}`,
  ])("T30: %s", (text) => {
    expect(codeOf(parseBounded(text, WIRE))).toBe("forbidden_key");
    expect(codeOf(parseStrict(text))).toBe("forbidden_key");
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  test("its place is named", () => {
    expect(parseBounded('{"a":[0,{"b":1, "__proto__" : 2}]}', WIRE)).toMatchObject({
      problem: { offset: 16, path: "/a/1/__proto__" },
    });
  });

  test("the same letters as a value or within a longer name are fine", () => {
    expect(codeOf(parseBounded('{"a__proto__":"__proto__"}', WIRE))).toBe("parsed");
  });
});

describe("what two readers could read differently is ambiguous", () => {
  test.each([
    ['{"path":"a","path":"/etc"}', "/path"],
    [String.raw`{"path":"a","p\u0061th":"/etc"}`, "/path"],
    ['{"a":[{"b":1,"b":1}]}', "/a/0/b"],
  ])("T31: a name twice in one object: %s", (text, path) => {
    const result = parseStrict(text);
    expect(result).toMatchObject({ kind: "rejected", problem: { code: "ambiguous_json", path } });
  });

  test("one name in two objects is no repetition", () => {
    expect(codeOf(parseStrict('[{"a":{"a":1}},{"a":2}]'))).toBe("parsed");
  });

  test.each([
    "1e400",
    "-1e400",
    "9007199254740993",
    "-0",
    "-0.0",
    "1.00000000000000000001",
    "1e-400",
    "3.14159265358979323846",
  ])("T32: the number %s does not survive being read", (text) => {
    expect(codeOf(parseStrict(`{"n":${text}}`))).toBe("ambiguous_json");
  });

  test.each([
    "0",
    "0.1",
    "1.50",
    "1e2",
    "1E+2",
    "9007199254740991",
    "-7",
    "5e-324",
    "123456789012345680000",
  ])("T32: the number %s survives it", (text) => {
    expect(codeOf(parseStrict(`[${text}]`))).toBe("parsed");
  });

  test("T32: half of a surrogate pair is refused in values and in names", () => {
    for (const text of [
      String.raw`["\ud800"]`,
      String.raw`{"\udc00":1}`,
      String.raw`["\ude00\ud83d"]`,
      String.raw`["\ud83d\n\ude00"]`,
      String.raw`["\ud83d\ud83d\ude00"]`,
      '["\ud800"]',
    ]) {
      expect(codeOf(parseStrict(text))).toBe("ambiguous_json");
    }
    expect(codeOf(parseStrict(String.raw`["\ud83d\ude00\\ud800"]`))).toBe("parsed");
  });

  test.each([
    ["9007199254740993", "ambiguous_json"],
    ["12345678901234567890", "ambiguous_json"],
    ["1e400", "ambiguous_json"],
    [`${"9".repeat(400)}.5`, "ambiguous_json"],
    ["9007199254740991", "parsed"],
    ["-9007199254740991", "parsed"],
    ["3.14159265358979323846", "parsed"],
    ["-0.0", "parsed"],
    ["1e-400", "parsed"],
    ["100000000000000000000000", "parsed"],
  ])(
    "T32, report 23: on the wire whole numbers are kept or refused, never rounded: %s",
    (text, expected) => {
      expect(codeOf(parseBounded(`{"id":${text}}`, WIRE))).toBe(expected);
    },
  );

  test("the wire lets half of a surrogate pair through unchanged: a server may cut an emoji in two", () => {
    expect(parseBounded(String.raw`["\ud83d"]`, WIRE)).toEqual({
      kind: "parsed",
      value: ["\ud83d"],
    });
  });

  test("T32: whatever is accepted has one canonical text: canon(parse(canon(x))) = canon(x)", () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const result = parseStrict(text);
        if (result.kind === "rejected") return;
        const canonical = canonicalize(result.value);
        const again = parseStrict(canonical);
        expect(again.kind).toBe("parsed");
        if (again.kind === "parsed") expect(canonicalize(again.value)).toBe(canonical);
      }),
      { numRuns: 2000 },
    );
  });

  test("what JSON.stringify writes of plain values is never called ambiguous", () => {
    const plain = fc
      .jsonValue({ noUnicodeString: true })
      .filter((value) => !JSON.stringify(value).includes("__proto__"));
    fc.assert(
      fc.property(plain, (value) => {
        // JSON.stringify itself turns -0 into 0.
        const expected = parseJson(JSON.stringify(value));
        expect(parseStrict(JSON.stringify(value))).toEqual({ kind: "parsed", value: expected });
      }),
      { numRuns: 2000 },
    );
  });
});
