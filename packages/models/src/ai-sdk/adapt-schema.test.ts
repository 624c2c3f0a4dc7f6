import { describe, expect, test } from "vitest";
import { adaptSchema } from "./adapt-schema.js";

const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    not: { type: "string", not: { const: "x" }, enum: ["not", "if"] },
    list: { type: "array", items: { type: "string", "x-mcp-header": "List" }, uniqueItems: true },
  },
  anyOf: [{ required: ["not"] }],
  required: ["not"],
};

describe("a schema for a provider", () => {
  test("loses what the provider refuses, wherever a schema stands, and never a property of that name", () => {
    expect(adaptSchema(SCHEMA, "google")).toEqual({
      type: "object",
      properties: {
        not: { type: "string", enum: ["not", "if"] },
        list: { type: "array", items: { type: "string" } },
      },
      anyOf: [{ required: ["not"] }],
      required: ["not"],
    });
  });

  test.each(["openai", "anthropic", "openai_compatible"] as const)(
    "has a plain root for %s",
    (provider) => {
      const adapted = adaptSchema(SCHEMA, provider);
      expect(adapted["anyOf"]).toBeUndefined();
      expect(adapted["properties"]).toMatchObject({ not: { not: { const: "x" } } });
    },
  );

  test("always says that it is an object with properties", () => {
    expect(adaptSchema({}, "anthropic")).toEqual({ type: "object", properties: {} });
  });
});
