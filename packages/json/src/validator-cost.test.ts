import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "./json-value.js";
import { createValidator } from "./validator.js";

const validator = createValidator();

async function verdict(schema: JsonObject, value: JsonValue): Promise<string> {
  return (await validator.validate({ schema, value })).kind;
}

function range<T>(count: number, element: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => element(index));
}

describe("the cost of a check (T35)", () => {
  const nest = (levels: number): JsonValue => {
    let value: JsonValue = 1;
    for (let level = 0; level < levels; level += 1) value = { a: value };
    return value;
  };

  test.each<[string, JsonObject, JsonValue]>([
    [
      "recursion that visits each member twice",
      { properties: { a: { allOf: [{ $ref: "#" }, { $ref: "#" }] } } },
      nest(60),
    ],
    [
      "the same by two patterns",
      { patternProperties: { a: { $ref: "#" }, "^a": { $ref: "#" } } },
      nest(60),
    ],
    [
      "a thousand keywords for each of many values",
      { items: { allOf: range(1000, (index) => ({ maximum: 1e9 + index })) } },
      range(200_000, (index) => index),
    ],
    [
      "hundreds of passes over a large object",
      { allOf: range(400, () => ({ additionalProperties: { type: "number" } })) },
      Object.fromEntries(range(50_000, (index) => [`k${index}`, index])),
    ],
    [
      "hundreds of patterns for each of many objects",
      {
        items: {
          patternProperties: Object.fromEntries(range(300, (index) => [`^k${index}$`, {}])),
        },
      },
      range(200_000, () => ({})),
    ],
    [
      "constants that differ at their end from many values",
      { items: { not: { enum: range(150, (last) => [...range(40, (index) => index), last]) } } },
      range(3000, () => [...range(40, (index) => index), -1]),
    ],
    ["a large program on a long text", { pattern: "([ab]*a[ab]{300})$" }, "ab".repeat(500_000)],
  ])("%s ends soon, in a value", async (_, schema, value) => {
    const started = performance.now();
    expect(await validator.validate({ schema, value })).toEqual({
      kind: "invalid_schema",
      reason: "It takes too many steps to check a value of this size against it.",
    });
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test.each<[string, JsonObject, JsonValue]>([
    [
      "a hundred thousand different objects",
      { uniqueItems: true },
      range(100_000, (index) => ({ index })),
    ],
    [
      "many records of sixteen megabytes",
      {
        items: {
          type: "object",
          properties: {
            id: { type: "integer", minimum: 0 },
            name: { type: "string", maxLength: 100 },
            tags: { type: "array", items: { enum: ["a", "b"] } },
            code: { pattern: "^[a-z]{2,5}$" },
          },
          required: ["id", "name"],
          additionalProperties: false,
        },
      },
      range(200_000, (id) => ({
        id,
        name: "the name of something",
        tags: ["a", "b"],
        code: "abc",
      })),
    ],
    [
      "a thousand patterns, of which some are not run",
      { allOf: range(1000, (index) => ({ pattern: `^(?:a?){9}(?:x${index})?` })) },
      "aaa",
    ],
    [
      "a thousand references in a row",
      {
        $ref: "#/$defs/d0",
        $defs: Object.fromEntries(
          range(1000, (index) => [
            `d${index}`,
            index === 999 ? {} : { $ref: `#/$defs/d${index + 1}` },
          ]),
        ),
      },
      1,
    ],
  ])("%s are checked, soon", async (_, schema, value) => {
    const started = performance.now();
    expect(await verdict(schema, value)).toBe("valid");
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test("what is wrong with branches that may fail costs little, and is told in part", async () => {
    const schema: JsonObject = {
      contains: { allOf: range(100, () => ({ anyOf: [{ const: "x" }, { const: "y" }] })) },
    };
    const value = range(200_000, (index) => index);
    const result = await validator.validate({ schema, value });
    expect(result.kind === "invalid" && result.violations.length).toBe(16);
  });

  test("a list of equal objects is no set, whatever order their members have", async () => {
    const schema: JsonObject = { uniqueItems: true };
    expect(
      await verdict(schema, [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ]),
    ).toBe("invalid");
    expect(await verdict(schema, [1, "1", true, [1], { a: 1 }, null])).toBe("valid");
    expect(await verdict(schema, [0, -0])).toBe("invalid");
    expect(await verdict(schema, [{ a: 1 }, { a: 1, b: 1 }, [1], [1, 1], [[]], [{}], []])).toBe(
      "valid",
    );
  });

  test("equality of values is that of JSON, in enum and const as well", async () => {
    const schema: JsonObject = { enum: [{ a: [1, { b: null }], c: "x" }, [0], "#0", 0.5] };
    expect(await verdict(schema, { c: "x", a: [1, { b: null }] })).toBe("valid");
    expect(await verdict(schema, [-0])).toBe("valid");
    for (const other of [
      { a: [1, { b: null }] },
      { a: [1, { b: 0 }], c: "x" },
      [0, 0],
      [],
      "0.5",
      {},
    ]) {
      expect(await verdict(schema, other)).toBe("invalid");
    }
  });

  test("the work is done in turns: others run before a schema is compiled and before the check (S2)", async () => {
    const turns: string[] = [];
    const validating = createValidator()
      .validate({ schema: { const: 1 }, value: 1 })
      .then(() => turns.push("checked"));
    const others = (async () => {
      await setImmediate();
      turns.push("other");
    })();
    await Promise.all([validating, others]);
    expect(turns).toEqual(["other", "checked"]);
  });
});
