import { describe, expect, test } from "vitest";
import type { JsonObject } from "./json-value.js";
import { resolveField } from "./resolve-field.js";

const text = { type: "string" };
const resolve = (schema: JsonObject) => {
  const resolution = resolveField(schema, "q");
  return resolution.kind === "found" ? resolution.type : resolution.kind;
};

describe("fields that can select (T47)", () => {
  test.each<[string, JsonObject, string]>([
    ["text", { properties: { q: text } }, "string"],
    ["text that is constant", { properties: { q: { const: "a" } } }, "string"],
    ["one of several texts", { properties: { q: { enum: ["a", "b"] } } }, "string"],
    ["a list of text", { properties: { q: { type: "array", items: text } } }, "string_list"],
    [
      "report 9: through $ref into $defs",
      { properties: { q: { $ref: "#/$defs/Q" } }, $defs: { Q: text } },
      "string",
    ],
    ["report 9: through allOf of the root", { allOf: [{ properties: { q: text } }] }, "string"],
    [
      "through allOf and $ref of the property",
      { properties: { q: { allOf: [{ $ref: "#/$defs/Q" }] } }, $defs: { Q: text } },
      "string",
    ],
    [
      "through $ref of the root",
      { $ref: "#/$defs/A", $defs: { A: { properties: { q: text } } } },
      "string",
    ],
    [
      "a list whose elements are defined elsewhere",
      { properties: { q: { type: "array", items: { $ref: "#/$defs/Q" } } }, $defs: { Q: text } },
      "string_list",
    ],
  ])("%s", (_, schema, expected) => {
    expect(resolve(schema)).toBe(expected);
  });
});

describe("fields that cannot", () => {
  test.each<[string, JsonObject, string]>([
    ["absent", { properties: { other: text } }, "missing"],
    ["absent: inherited names do not count", {}, "missing"],
    ["only in a branch of anyOf", { anyOf: [{ properties: { q: text } }, {}] }, "conditional"],
    ["only under if and else", { if: {}, else: { properties: { q: text } } }, "conditional"],
    [
      "only behind $ref in a branch",
      { oneOf: [{ $ref: "#/$defs/A" }], $defs: { A: { properties: { q: text } } } },
      "conditional",
    ],
    ["nullable by type", { properties: { q: { type: ["string", "null"] } } }, "nullable"],
    ["nullable by anyOf", { properties: { q: { anyOf: [text, { type: "null" }] } } }, "nullable"],
    ["nullable by enum", { properties: { q: { enum: ["a", null] } } }, "nullable"],
    ["a number", { properties: { q: { type: "integer" } } }, "wrong_type"],
    ["text or a number", { properties: { q: { type: ["string", "number"] } } }, "wrong_type"],
    ["a list of anything", { properties: { q: { type: "array" } } }, "wrong_type"],
    [
      "a list with a first element of its own type",
      { properties: { q: { type: "array", prefixItems: [{ type: "number" }], items: text } } },
      "wrong_type",
    ],
    ["of no declared type", { properties: { q: {} } }, "wrong_type"],
  ])("%s", (_, schema, expected) => {
    expect(resolve({ type: "object", ...schema })).toBe(expected);
  });

  test("T33: a field named constructor is looked up as an own member", () => {
    expect(resolveField({ type: "object", properties: {} }, "constructor").kind).toBe("missing");
  });
});
