import { describe, expect, test } from "vitest";
import type { JsonObject } from "./json-value.js";
import { createValidator } from "./validator.js";

const pattern = (source: string): JsonObject => ({
  type: "object",
  properties: { a: { type: "string", pattern: source } },
});

describe("validation", () => {
  test("a violation names its place, keyword and rule", async () => {
    const schema: JsonObject = { type: "object", properties: { a: { type: "string" } } };
    expect(await createValidator().validate({ schema, value: { a: 1 } })).toEqual({
      kind: "invalid",
      violations: [{ path: "/a", keyword: "type", message: "must be string" }],
    });
  });

  test("an unknown member is named", async () => {
    const schema: JsonObject = { type: "object", additionalProperties: false };
    expect(await createValidator().validate({ schema, value: { b: 1 } })).toMatchObject({
      violations: [{ message: 'must NOT have additional properties: "b"' }],
    });
  });

  test("2020-12 keywords work: prefixItems, $defs, unevaluatedProperties", async () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        pair: { prefixItems: [{ $ref: "#/$defs/N" }, { type: "string" }], items: false },
      },
      unevaluatedProperties: false,
      $defs: { N: { type: "number" } },
    };
    const validator = createValidator();
    expect((await validator.validate({ schema, value: { pair: [1, "a"] } })).kind).toBe("valid");
    expect((await validator.validate({ schema, value: { pair: ["a"] } })).kind).toBe("invalid");
    expect((await validator.validate({ schema, value: { other: 1 } })).kind).toBe("invalid");
  });

  test("draft-07 is validated as draft-07", async () => {
    const schema: JsonObject = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { pair: { items: [{ type: "number" }], additionalItems: false } },
    };
    const validator = createValidator();
    expect((await validator.validate({ schema, value: { pair: [1] } })).kind).toBe("valid");
    expect((await validator.validate({ schema, value: { pair: [1, 2] } })).kind).toBe("invalid");
  });

  test("a schema that its dialect does not allow is a value, not an exception", async () => {
    const result = await createValidator().validate({
      schema: { type: "object", minProperties: "many" },
      value: {},
    });
    expect(result.kind).toBe("invalid_schema");
  });

  test("T7: any JSON value can be checked, null and 0 included", async () => {
    const validator = createValidator();
    expect((await validator.validate({ schema: { type: "null" }, value: null })).kind).toBe(
      "valid",
    );
    expect((await validator.validate({ schema: { type: "integer" }, value: 0 })).kind).toBe(
      "valid",
    );
  });

  test("T30: inherited names satisfy nothing", async () => {
    const schema: JsonObject = { type: "object", required: ["constructor"] };
    expect((await createValidator().validate({ schema, value: {} })).kind).toBe("invalid");
  });
});

describe("patterns (T34)", () => {
  test("they run in linear time", async () => {
    const started = performance.now();
    const result = await createValidator().validate({
      schema: pattern("^(a+)+$"),
      value: { a: `${"a".repeat(50_000)}b` },
    });
    expect(result.kind).toBe("invalid");
    // A backtracking engine would not end within the age of the universe.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test("ECMAScript classes and anchors mean what they mean there", async () => {
    const validator = createValidator();
    const check = async (source: string, value: string) =>
      (await validator.validate({ schema: pattern(source), value: { a: value } })).kind;
    expect(await check("^\\d{3}-\\w+$", "123-abc")).toBe("valid");
    expect(await check("^[A-Z][a-z]*$", "Abc")).toBe("valid");
    expect(await check("^[A-Z][a-z]*$", "abc")).toBe("invalid");
    expect(await check("b", "abc")).toBe("valid");
    expect(await check("^\\p{L}+$", "naïve")).toBe("valid");
  });

  test("one that the engine cannot express is reported and not checked", async () => {
    expect(
      await createValidator().validate({ schema: pattern("^(?=a)b$"), value: { a: "zzz" } }),
    ).toEqual({ kind: "valid", unchecked: ["/properties/a/pattern"] });
  });
});

describe("the cache", () => {
  test("T39: two schemas with one $id do not meet", async () => {
    const validator = createValidator();
    const schema = (type: string): JsonObject => ({ $id: "https://example.test/same", type });
    expect((await validator.validate({ schema: schema("string"), value: "a" })).kind).toBe("valid");
    expect((await validator.validate({ schema: schema("number"), value: "a" })).kind).toBe(
      "invalid",
    );
    expect((await validator.validate({ schema: schema("string"), value: "a" })).kind).toBe("valid");
  });

  test("T40: two thousand different schemas do not pile up", async () => {
    const validator = createValidator();
    const run = async (from: number) => {
      for (let index = from; index < from + 2000; index += 1) {
        await validator.validate({ schema: { type: "object", title: `t${index}` }, value: {} });
      }
    };
    await run(0);
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    await run(2000);
    globalThis.gc?.();
    // The cache is full after the first run; without its bound the second would add as much again.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
  });
});
