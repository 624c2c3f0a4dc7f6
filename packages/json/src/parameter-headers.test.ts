import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "./json-value.js";
import { readParameterHeaders } from "./parameter-headers.js";

function problemOf(schema: JsonObject): string | null {
  const reading = readParameterHeaders(schema);
  return reading.kind === "rejected" ? reading.problem : null;
}

const header = (name: JsonValue, type: JsonValue = "string"): JsonObject => ({
  type,
  "x-mcp-header": name,
});
const withProperty = (property: JsonObject): JsonObject => ({
  type: "object",
  properties: { a: property },
});

describe("x-mcp-header", () => {
  test.each<[string, JsonObject]>([
    ["on a string", withProperty(header("Region"))],
    ["on an integer", withProperty(header("Limit", "integer"))],
    ["on a boolean", withProperty(header("Dry-Run", "boolean"))],
    ["on a string or integer", withProperty(header("Id", ["string", "integer"]))],
    ["of the name Method (H9)", withProperty(header("Method"))],
    ["on a nested property (H6)", withProperty({ type: "object", properties: { b: header("B") } })],
    [
      "as the name of a property",
      { type: "object", properties: { "x-mcp-header": { type: "number" } } },
    ],
    ["within a default value", withProperty({ type: "object", default: { "x-mcp-header": 7 } })],
    ["with token characters", withProperty(header("!#$%&'*+-.^_`|~09azAZ"))],
  ])("is lawful %s", (_, schema) => {
    expect(problemOf(schema)).toBeNull();
  });

  test.each<[string, JsonObject, string]>([
    ["is empty", withProperty(header("")), 'must be the name of an HTTP header; it is "".'],
    [
      "holds a space",
      withProperty(header("a b")),
      'must be the name of an HTTP header; it is "a b".',
    ],
    [
      "holds a line break",
      withProperty(header("a\r\nX: y")),
      'must be the name of an HTTP header; it is "a\\r\\nX: y".',
    ],
    [
      "holds a colon",
      withProperty(header("a:")),
      'must be the name of an HTTP header; it is "a:".',
    ],
    ["is not ASCII", withProperty(header("é")), 'must be the name of an HTTP header; it is "é".'],
    ["is no text", withProperty(header(7)), "must be the name of an HTTP header; it is 7."],
    ["is null", withProperty(header(null)), "must be the name of an HTTP header; it is null."],
    ...["number", "object", "array", "null", ["string", "null"]].map(
      (type): [string, JsonObject, string] => [
        `sits on ${JSON.stringify(type)}`,
        withProperty(header("A", type)),
        "is on an argument that is not always a string, an integer or a boolean.",
      ],
    ),
    [
      "sits on no type",
      withProperty({ "x-mcp-header": "A" }),
      "is on an argument that is not always",
    ],
    ...[
      "items",
      "not",
      "if",
      "then",
      "else",
      "contains",
      "additionalProperties",
      "propertyNames",
    ].map((keyword): [string, JsonObject, string] => [
      `sits under ${keyword}`,
      withProperty({ [keyword]: header("A") }),
      "stands where no properties alone lead, so no argument can be taken from there.",
    ]),
    ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword): [string, JsonObject, string] => [
      `sits under ${keyword}`,
      { type: "object", [keyword]: [{ properties: { a: header("A") } }] },
      "stands where no properties alone lead, so no argument can be taken from there.",
    ]),
    [
      "sits under $defs",
      { type: "object", $defs: { a: header("A") } },
      "stands where no properties alone lead",
    ],
    [
      "sits at the root",
      { type: "object", "x-mcp-header": "A" },
      "stands where no properties alone lead",
    ],
    [
      "sits in a pattern",
      { type: "object", patternProperties: { a: header("A") } },
      "stands where no properties",
    ],
    [
      "sits under items of a property called properties",
      withProperty({ items: { properties: { a: header("A") } } }),
      "stands where no properties alone lead",
    ],
  ])("excludes the tool when it %s (H7, T49)", (_, schema, problem) => {
    expect(problemOf(schema)).toContain(problem);
  });

  test("excludes the tool when two differ in case alone, and says where (H7)", () => {
    const schema: JsonObject = {
      type: "object",
      properties: { a: header("Region"), b: header("REGION") },
    };
    expect(problemOf(schema)).toBe(
      'The x-mcp-header at "/properties/a" names the header "Region", and so does the one at "/properties/b".',
    );
  });

  test("looks at each schema once, even where one object stands in many places", () => {
    const shared = { type: "object", properties: { b: { type: "string" } } };
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`p${index}`, shared]),
    );
    expect(problemOf({ type: "object", properties })).toBeNull();
  });
});
