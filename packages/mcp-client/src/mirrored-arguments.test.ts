import type { JsonObject, JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { mirrorArguments } from "./mirrored-arguments.js";

const annotated = (header: JsonValue, type: string): JsonObject => ({
  type: "object",
  properties: { a: { type, "x-mcp-header": header } },
});

describe("arguments that are mirrored into headers", () => {
  test.each<[JsonValue, string]>([
    ["eu-west", "eu-west"],
    ["us west 1", "us west 1"],
    ["", ""],
    ["日本", "=?base64?5pel5pys?="],
    [" a", "=?base64?IGE=?="],
    ["a\r\nX-Evil: 1", "=?base64?YQ0KWC1FdmlsOiAx?="],
    ["=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="],
    [0, "0"],
    [-7, "-7"],
    [2 ** 53 - 1, "9007199254740991"],
    [false, "false"],
    [true, "true"],
  ])("H5, H6, T49: %j becomes %j", (value, expected) => {
    expect(mirrorArguments(annotated("A", "string"), { a: value })).toEqual({
      kind: "headers",
      headers: { "Mcp-Param-A": expected },
    });
  });

  test.each<[string, JsonObject]>([
    ["null", { a: null }],
    ["an absent argument", {}],
    ["an object", { a: {} }],
    ["a list", { a: ["x"] }],
  ])("H6: %s becomes no header", (_what, value) => {
    expect(mirrorArguments(annotated("A", "string"), value)).toEqual({
      kind: "headers",
      headers: {},
    });
  });

  test("H6: an argument is read at its exact place, however deep", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        where: { type: "object", properties: { zone: { type: "string", "x-mcp-header": "Zone" } } },
        zone: { type: "string" },
      },
    };
    expect(mirrorArguments(schema, { zone: "no", where: { zone: "yes" } })).toEqual({
      kind: "headers",
      headers: { "Mcp-Param-Zone": "yes" },
    });
  });

  test("H9: a header named Method is a parameter's like any other", () => {
    expect(mirrorArguments(annotated("Method", "string"), { a: "x" })).toEqual({
      kind: "headers",
      headers: { "Mcp-Param-Method": "x" },
    });
  });

  test.each([2 ** 53, -(2 ** 53), 1.5])("H8: the number %d is not mirrored", (n) => {
    expect(mirrorArguments(annotated("A", "integer"), { a: n })).toEqual({
      kind: "unsafe_integer",
      path: ["a"],
    });
  });

  test.each<[JsonValue]>([[""], ["a b"], ["X\r\nEvil"], ["Naïve"], [5], [null]])(
    "H7, T49: a tool with the header name %j mirrors nothing, whatever its arguments are",
    (name) => {
      for (const value of [{ a: "x" }, {}]) {
        expect(mirrorArguments(annotated(name, "string"), value)).toEqual({
          kind: "invalid_parameter_header",
          problem: `The x-mcp-header at "/properties/a" must be the name of an HTTP header; it is ${JSON.stringify(name)}.`,
        });
      }
    },
  );

  test("T33: names that every object inherits are no arguments", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        constructor: { type: "string", "x-mcp-header": "C" },
        toString: { type: "string", "x-mcp-header": "T" },
      },
    };
    expect(mirrorArguments(schema, {})).toEqual({ kind: "headers", headers: {} });
  });
});
