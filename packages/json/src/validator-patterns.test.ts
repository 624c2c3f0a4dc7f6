import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "./json-value.js";
import { createValidator } from "./validator.js";

const validator = createValidator();

async function verdict(schema: JsonObject, value: JsonValue): Promise<string> {
  return (await validator.validate({ schema, value })).kind;
}

describe("patterns (T34)", () => {
  const pattern = (source: string): JsonObject => ({ properties: { a: { pattern: source } } });

  test.each(["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^([a-z]+)*[0-9]$"])(
    "%s runs in linear time",
    async (source) => {
      const started = performance.now();
      await verdict(pattern(source), { a: `${"a".repeat(50_000)}!` });
      // A backtracking engine would not end within the age of the universe.
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );

  test("several patterns of one schema do not stand in for each other", async () => {
    const schema: JsonObject = {
      properties: { a: { pattern: "^a$" }, b: { pattern: "^b$" } },
      patternProperties: { "^x": { type: "string" }, "^y": { type: "number" } },
    };
    expect(await verdict(schema, { a: "a", b: "b", x1: "", y1: 1 })).toBe("valid");
    expect(await verdict(schema, { b: "a" })).toBe("invalid");
    expect(await verdict(schema, { y1: "" })).toBe("invalid");
  });

  test("one that the engine cannot run is reported and not checked", async () => {
    const schema = pattern("^(?=a)b$");
    expect(await validator.validate({ schema, value: { a: "zzz" } })).toEqual({
      kind: "valid",
      unchecked: ["/properties/a/pattern"],
    });
    expect(
      await validator.validate({
        schema: { patternProperties: { "(?=a)": { type: "number" } }, additionalProperties: false },
        value: { b: "text" },
      }),
    ).toEqual({ kind: "valid", unchecked: ["/patternProperties/(?=a)"] });
  });

  test.each<[string, JsonObject, JsonValue, readonly string[]]>([
    ["not", { not: { pattern: "(?=a)" } }, "b", ["/not"]],
    ["oneOf", { oneOf: [{ pattern: "(?=a)" }, { minLength: 1 }] }, "b", ["/oneOf"]],
    [
      "if",
      { if: { $ref: "#/$defs/p" }, else: false, $defs: { p: { pattern: "(?=a)" } } },
      "b",
      ["/if", "/else"],
    ],
    [
      "maxContains",
      { contains: { pattern: "(?=a)" }, maxContains: 1 },
      ["a", "b"],
      ["/maxContains", "/contains/pattern"],
    ],
    [
      "unevaluatedProperties",
      {
        oneOf: [{ properties: { a: { pattern: "(?=a)" } }, required: ["a"] }, { required: ["b"] }],
        unevaluatedProperties: false,
      },
      { a: "a" },
      ["/unevaluatedProperties", "/oneOf"],
    ],
  ])("what is unsure never refuses: %s", async (_, schema, value, unchecked) => {
    expect(await validator.validate({ schema, value })).toEqual({ kind: "valid", unchecked });
  });
});
