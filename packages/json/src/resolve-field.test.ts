import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anySchema, anyValue } from "../test/any-schema.js";
import { isJsonObject, type JsonObject } from "./json-value.js";
import { lintSchema } from "./lint-schema.js";
import { resolveField } from "./resolve-field.js";
import { createValidator } from "./validator.js";

const text = { type: "string" };
const list = { type: "array", items: text };
const draft07 = { $schema: "http://json-schema.org/draft-07/schema#" };

describe("fields that can select (T47)", () => {
  test.each<[string, JsonObject, string]>([
    ["text", { properties: { q: text } }, "string /properties/q"],
    ["text that is constant", { properties: { q: { const: "a" } } }, "string /properties/q"],
    ["one of several texts", { properties: { q: { enum: ["a", "b"] } } }, "string /properties/q"],
    [
      "text in each of its branches",
      { properties: { q: { anyOf: [text, { enum: ["a"] }] } } },
      "string /properties/q",
    ],
    ["a list of text", { properties: { q: list } }, "string_list /properties/q"],
    [
      "a list whose elements are text, those described one by one too",
      { properties: { q: { type: "array", prefixItems: [text], items: text } } },
      "string_list /properties/q",
    ],
    [
      "a list of exactly two texts",
      { properties: { q: { type: "array", prefixItems: [text, text], items: false } } },
      "string_list /properties/q",
    ],
    [
      "the same in draft-07",
      { ...draft07, properties: { q: { type: "array", items: [text], additionalItems: false } } },
      "string_list /properties/q",
    ],
    [
      "report 9: through $ref into $defs",
      { properties: { q: { $ref: "#/$defs/Q" } }, $defs: { Q: text } },
      "string /properties/q",
    ],
    [
      "report 9: through allOf of the root",
      { allOf: [{ properties: { q: text } }] },
      "string /allOf/0/properties/q",
    ],
    [
      "through allOf and $ref of the property",
      { properties: { q: { allOf: [{ $ref: "#/$defs/Q" }] } }, $defs: { Q: text } },
      "string /properties/q",
    ],
    [
      "through $ref of the root, and an anchor",
      { $ref: "#a", $defs: { A: { $anchor: "a", properties: { q: text } } } },
      "string /$defs/A/properties/q",
    ],
    [
      "narrowed by a second declaration",
      { properties: { q: { type: ["string", "null"] } }, allOf: [{ properties: { q: text } }] },
      "string /properties/q",
    ],
    [
      "a list whose elements are defined elsewhere",
      { properties: { q: { type: "array", items: { $ref: "#/$defs/Q" } } }, $defs: { Q: text } },
      "string_list /properties/q",
    ],
  ])("%s", (_, schema, expected) => {
    const resolution = resolveField(schema, "q");
    if (resolution.kind !== "found") throw new Error(resolution.because);
    expect(`${resolution.type} ${resolution.pointer}`).toBe(expected);
  });
});

describe("fields that cannot", () => {
  test.each<[string, JsonObject, string]>([
    ["absent", { properties: { other: text } }, "missing null"],
    [
      "only in a branch of anyOf",
      { anyOf: [{ properties: { q: text } }, {}] },
      "conditional /anyOf/0/properties/q",
    ],
    [
      "only under if and else",
      { if: {}, else: { properties: { q: text } } },
      "conditional /else/properties/q",
    ],
    [
      "only when another member is there",
      { dependentSchemas: { a: { properties: { q: text } } } },
      "conditional /dependentSchemas/a/properties/q",
    ],
    [
      "only behind $ref in a branch",
      { oneOf: [{ $ref: "#/$defs/A" }], $defs: { A: { properties: { q: text } } } },
      "conditional /$defs/A/properties/q",
    ],
    [
      "nullable by type",
      { properties: { q: { type: ["string", "null"] } } },
      "nullable /properties/q",
    ],
    [
      "nullable by anyOf",
      { properties: { q: { anyOf: [text, { type: "null" }] } } },
      "nullable /properties/q",
    ],
    [
      "nullable behind $ref in anyOf",
      {
        properties: { q: { anyOf: [list, { $ref: "#/$defs/N" }] } },
        $defs: { N: { const: null } },
      },
      "nullable /properties/q",
    ],
    ["nullable by enum", { properties: { q: { enum: ["a", null] } } }, "nullable /properties/q"],
    ["a number", { properties: { q: { type: "integer" } } }, "wrong_type /properties/q"],
    ["null alone", { properties: { q: { type: "null" } } }, "wrong_type /properties/q"],
    [
      "text or a number",
      { properties: { q: { type: ["string", "number"] } } },
      "wrong_type /properties/q",
    ],
    ["text or a list", { properties: { q: { anyOf: [text, list] } } }, "wrong_type /properties/q"],
    [
      "text or anything",
      { properties: { q: { anyOf: [text, true] } } },
      "wrong_type /properties/q",
    ],
    ["a list of anything", { properties: { q: { type: "array" } } }, "wrong_type /properties/q"],
    [
      "a list with a first element of its own type",
      { properties: { q: { type: "array", prefixItems: [{ type: "number" }], items: text } } },
      "wrong_type /properties/q",
    ],
    [
      "a list that may go on after its text",
      { properties: { q: { type: "array", prefixItems: [text] } } },
      "wrong_type /properties/q",
    ],
    ["of no declared type", { properties: { q: {} } }, "wrong_type /properties/q"],
    ["anything, by true", { properties: { q: true } }, "wrong_type /properties/q"],
    ["nothing, by false", { properties: { q: false } }, "wrong_type /properties/q"],
    [
      "a contradiction",
      { properties: { q: text }, allOf: [{ properties: { q: { type: "number" } } }] },
      "wrong_type /properties/q",
    ],
    [
      "what stands beside a $ref in draft-07",
      { ...draft07, $ref: "#/definitions/a", properties: { q: text }, definitions: { a: {} } },
      "missing null",
    ],
  ])("%s", (_, schema, expected) => {
    const resolution = resolveField({ type: "object", ...schema }, "q");
    expect(`${resolution.kind} ${resolution.pointer}`).toBe(expected);
  });

  test("T33: a field named constructor is looked up as an own member", () => {
    expect(resolveField({ type: "object", properties: {} }, "constructor").kind).toBe("missing");
    expect(resolveField({ type: "object" }, "__proto__").kind).toBe("missing");
  });

  test("each says why, as the end of a sentence", () => {
    const because = (schema: JsonObject) => {
      const resolution = resolveField(schema, "q");
      return resolution.kind === "found" ? "" : resolution.because;
    };
    expect(because({})).toBe("is not declared in the tool's input schema");
    expect(because({ properties: { q: { type: "array" } } })).toBe(
      "is a list whose elements are not all text",
    );
    expect(because({ properties: { q: {} } })).toBe("is neither text nor a list of text");
    expect(because({ properties: { q: false } })).toBe("is declared so that no value can pass");
  });
});

test("T47: what is found is that type in every value that the schema lets pass", async () => {
  const validator = createValidator();
  const texts = fc.array(fc.constantFrom("", "a", "ab"), { maxLength: 3 });
  const object = fc
    .record({ a: fc.oneof(fc.constantFrom("", "a", "ab"), texts, anyValue), b: anyValue })
    .filter(isJsonObject);
  let met = 0;
  await fc.assert(
    fc.asyncProperty(anySchema, fc.array(object, { maxLength: 12 }), async (schema, values) => {
      if (lintSchema(schema, { purpose: "output" }).kind === "rejected") return;
      const resolution = resolveField(schema, "a");
      if (resolution.kind !== "found") return;
      for (const value of values) {
        const result = await validator.validate({ schema, value });
        if (result.kind !== "valid") continue;
        met += 1;
        const selected = resolution.type === "string" ? [value["a"]] : value["a"];
        expect(Array.isArray(selected)).toBe(true);
        if (Array.isArray(selected)) {
          for (const one of selected) expect(one).toBeTypeOf("string");
        }
      }
    }),
    { numRuns: 4000 },
  );
  expect(met).toBeGreaterThan(50);
});
