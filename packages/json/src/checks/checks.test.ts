import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../json-value.js";
import { createValidator } from "../validator.js";

const validator = createValidator();

async function verdict(schema: JsonObject, value: JsonValue): Promise<string> {
  return (await validator.validate({ schema, value })).kind;
}

/** A schema, values that it takes, and values that it refuses. */
type Rule = readonly [string, JsonObject, readonly JsonValue[], readonly JsonValue[]];

function conditional(condition: JsonValue, consequence: JsonValue, other: JsonValue): JsonObject {
  const parts = [condition, consequence, other];
  return Object.fromEntries(
    ["if", "then", "else"].map((keyword, index) => [keyword, parts[index] ?? true]),
  );
}

const A_IS_TEXT = { properties: { a: { type: "string" } }, required: ["a"] };

describe("what Ajv 8.20 misjudges", () => {
  test.each<Rule>([
    [
      "an empty list contains nothing, also beside a prefix",
      { contains: {}, prefixItems: [false] },
      [],
      [[]],
    ],
    [
      "each list of lists is searched anew",
      { items: { contains: { type: "array" } } },
      [[[[]]], []],
      [[[[]], []]],
    ],
    [
      "an inherited name is no member",
      { properties: { toString: false } },
      [{}],
      [{ toString: 1 }],
    ],
    [
      "additional members of a branch beside a pattern",
      { oneOf: [{ additionalProperties: false }, true], patternProperties: { a: true } },
      [{ a: null }],
      [{}],
    ],
  ])("%s", async (_, schema, right, wrong) => {
    for (const value of right) expect(await verdict(schema, value)).toBe("valid");
    for (const value of wrong) expect(await verdict(schema, value)).toBe("invalid");
  });
});

describe("contains", () => {
  test.each<Rule>([
    ["one is enough", { contains: { const: 1 } }, [[1], [0, 1], {}], [[], [0]]],
    [
      "none has to be, where minContains is 0",
      { contains: { const: 1 }, minContains: 0 },
      [[], [0]],
      [],
    ],
    [
      "so many and no more",
      { contains: { const: 1 }, minContains: 2, maxContains: 3 },
      [
        [1, 1],
        [1, 0, 1, 1],
      ],
      [[1], [1, 1, 1, 1]],
    ],
    ["the bounds mean nothing alone", { minContains: 2, maxContains: 0 }, [[], [1]], []],
  ])("%s", async (_, schema, right, wrong) => {
    for (const value of right) expect(await verdict(schema, value)).toBe("valid");
    for (const value of wrong) expect(await verdict(schema, value)).toBe("invalid");
  });
});

describe("what is unevaluated (JSON Schema core, 11)", () => {
  test.each<Rule>([
    [
      "members that a branch of anyOf takes are evaluated, those of all branches that fit",
      {
        anyOf: [A_IS_TEXT, { properties: { b: true }, required: ["b"] }],
        unevaluatedProperties: false,
      },
      [{ a: "" }, { b: 1 }, { a: "", b: 1 }],
      [
        { a: "", c: 1 },
        { a: 1, b: 1 },
      ],
    ],
    [
      "members that the one branch of oneOf takes are",
      {
        oneOf: [A_IS_TEXT, { properties: { b: true }, required: ["b"] }],
        unevaluatedProperties: false,
      },
      [{ a: "" }, { b: 1 }],
      [
        { a: "", b: 1 },
        { b: 1, c: 1 },
      ],
    ],
    [
      "those of if, then and else are, as far as they apply",
      {
        ...conditional(A_IS_TEXT, { properties: { b: true } }, { properties: { c: true } }),
        unevaluatedProperties: false,
      },
      [{ a: "", b: 1 }, { c: 1 }, {}],
      [{ a: "", c: 1 }, { b: 1 }, { a: 1 }],
    ],
    [
      "those below not never are",
      { not: { not: { properties: { a: true } } }, unevaluatedProperties: false },
      [{}],
      [{ a: 1 }],
    ],
    [
      "those behind references, dependencies, patterns and schemas for additional members are",
      {
        $ref: "#/$defs/a",
        dependentSchemas: { a: { properties: { b: true } } },
        patternProperties: { "^x": true },
        unevaluatedProperties: false,
        $defs: { a: { properties: { a: true } } },
      },
      [{ a: 1, b: 1, x1: 1 }],
      [{ b: 1 }, { a: 1, c: 1 }],
    ],
    [
      "a schema inside does not know what those outside evaluate",
      { properties: { a: true }, allOf: [{ unevaluatedProperties: false }] },
      [{}],
      [{ a: 1 }],
    ],
    [
      "what an inner unevaluatedProperties takes is evaluated",
      { allOf: [{ unevaluatedProperties: { type: "number" } }], unevaluatedProperties: false },
      [{ a: 1 }],
      [{ a: "" }],
    ],
    [
      "a part of the value has its own account",
      { properties: { a: { properties: { b: true } } }, unevaluatedProperties: false },
      [{ a: { b: 1, c: 1 } }],
      [{ a: {}, b: 1 }],
    ],
    [
      "items of a prefix, of branches and those that contains finds are",
      {
        prefixItems: [true],
        anyOf: [{ prefixItems: [true, { const: "x" }] }, { contains: { type: "number" } }],
        unevaluatedItems: false,
      },
      [
        ["a", "x"],
        ["a", 1, 2],
        ["a", "x", 3],
      ],
      [
        ["a", "x", "y"],
        ["a", 1, "y"],
      ],
    ],
    [
      "all items are, where items speaks of them",
      { allOf: [{ items: true }], unevaluatedItems: false },
      [[1, 2]],
      [],
    ],
    [
      "unevaluated items have a schema",
      { prefixItems: [true], unevaluatedItems: { type: "number" } },
      [["a", 1]],
      [["a", "b"]],
    ],
  ])("%s", async (_, schema, right, wrong) => {
    for (const value of right) expect(await verdict(schema, value)).toBe("valid");
    for (const value of wrong) expect(await verdict(schema, value)).toBe("invalid");
  });
});

describe("what is said of a value that breaks a rule", () => {
  test.each<[JsonObject, JsonValue, string, string]>([
    [{ type: ["string", "null"] }, 1, "", "must be string,null"],
    [{ maximum: 3 }, 4, "", "must be <= 3"],
    [{ exclusiveMinimum: 3 }, 3, "", "must be > 3"],
    [{ multipleOf: 2 }, 3, "", "must be multiple of 2"],
    [{ maxLength: 1 }, "🦜a", "", "must NOT have more than 1 characters"],
    [{ minItems: 1 }, [], "", "must NOT have fewer than 1 items"],
    [{ minProperties: 1 }, {}, "", "must NOT have fewer than 1 properties"],
    [{ prefixItems: [true], items: false }, [1, 2], "", "must NOT have more than 1 items"],
    [{ items: false }, [1], "/0", "boolean schema is false"],
    [
      { contains: { const: 1 }, maxContains: 1 },
      [1, 1],
      "",
      "must contain at least 1 and no more than 1 valid item(s)",
    ],
    [{ uniqueItems: true }, [1, 1], "", "must NOT have duplicate items"],
    [
      { dependentRequired: { a: ["b", "c"] } },
      { a: 1 },
      "",
      "must have properties b, c when property a is present",
    ],
    [{ not: {} }, 1, "", "must NOT be valid"],
    [
      { properties: { "a/b": { items: { pattern: "^x$" } } } },
      { "a/b": ["x", "y"] },
      "/a~1b/1",
      'must match pattern "^x$"',
    ],
  ])("%j says of %j: %s %s", async (schema, value, path, message) => {
    expect(await validator.validate({ schema, value })).toMatchObject({
      kind: "invalid",
      violations: [{ path, message }],
    });
  });

  test("a branch that fails is told only where none fits", async () => {
    const schema: JsonObject = {
      allOf: [
        { anyOf: [{ type: "string" }, { minimum: 1 }] },
        conditional({ const: 0 }, true, { maximum: 5 }),
      ],
    };
    expect(await validator.validate({ schema, value: 9 })).toEqual({
      kind: "invalid",
      violations: [
        { path: "", keyword: "maximum", message: "must be <= 5" },
        { path: "", keyword: "if", message: 'must match "else" schema' },
      ],
    });
    expect(await validator.validate({ schema, value: 0 })).toMatchObject({
      violations: [{ keyword: "type" }, { keyword: "minimum" }, { keyword: "anyOf" }],
    });
  });
});
