import { isJsonObject, type JsonObject, type JsonValue, parseStrict } from "@perspt/json";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CLIENT_OPERATIONS, type ClientOperationName } from "./client-operations.js";
import { readClientRequest } from "./client-request.js";

const requestOf = (operation: ClientOperationName, from: JsonObject) => {
  const reading = readClientRequest(operation, from);
  return reading.kind === "read" ? reading.request : reading.reason;
};

describe("arguments of the client operations", () => {
  test("become the request that they ask for", () => {
    expect(requestOf("_perspt_resources_list", {})).toEqual({
      kind: "resources_list",
      cursor: null,
    });
    expect(requestOf("_perspt_resource_templates_list", { cursor: "" })).toEqual({
      kind: "resource_templates_list",
      cursor: "",
    });
    expect(requestOf("_perspt_prompts_list", { cursor: "c" })).toEqual({
      kind: "prompts_list",
      cursor: "c",
    });
    expect(requestOf("_perspt_resource_read", { uri: "file:///a" })).toEqual({
      kind: "resource_read",
      uri: "file:///a",
    });
    expect(requestOf("_perspt_prompt_get", { name: "p" })).toEqual({
      kind: "prompt_get",
      name: "p",
      arguments: new Map(),
    });
    const filled = { name: "p", argument_names: ["a", "constructor"], argument_values: ["1", ""] };
    expect(requestOf("_perspt_prompt_get", filled)).toEqual({
      kind: "prompt_get",
      name: "p",
      arguments: new Map([
        ["a", "1"],
        ["constructor", ""],
      ]),
    });
    const complete = {
      reference_kind: "prompt",
      reference: "p",
      argument_name: "a",
      argument_value: "x",
    };
    expect(requestOf("_perspt_complete", complete)).toEqual({
      kind: "complete",
      reference: { kind: "prompt", name: "p" },
      argument: { name: "a", value: "x" },
      context: new Map(),
    });
    const resource = {
      ...complete,
      reference_kind: "resource",
      context_names: ["b"],
      context_values: ["y"],
    };
    expect(requestOf("_perspt_complete", resource)).toMatchObject({
      reference: { kind: "resource", uriTemplate: "p" },
      context: new Map([["b", "y"]]),
    });
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

  test("pair up names and values, up to 64 of them (T74)", () => {
    const at = (names: JsonValue, values: JsonValue) =>
      readClientRequest("_perspt_prompt_get", {
        name: "p",
        argument_names: names,
        argument_values: values,
      });
    expect(at(many(64), many(64)).kind).toBe("read");
    expect(at(many(65), many(65))).toMatchObject({
      kind: "refused",
      code: "invalid_arguments",
      reason: "Expected at most 64 entries in argument_names; got 65.",
    });
  });

  test.each<[string, ClientOperationName, JsonObject, string]>([
    [
      "unequal lists",
      "_perspt_prompt_get",
      { name: "p", argument_names: ["a"] },
      "Expected argument_names and argument_values to be of equal length; got 1 and 0.",
    ],
    [
      "a repeated name",
      "_perspt_prompt_get",
      { name: "p", argument_names: ["a", "a"], argument_values: ["1", "2"] },
      'Expected each name once in argument_names; "a" comes twice.',
    ],
    [
      "a number for text (N1)",
      "_perspt_prompt_get",
      { name: "p", argument_names: ["a"], argument_values: [1] },
      "Expected every entry of argument_values to be text.",
    ],
    [
      "no list",
      "_perspt_prompt_get",
      { name: "p", argument_names: "a", argument_values: ["1"] },
      "Expected the argument argument_names to be a list of text.",
    ],
    [
      "null for a list",
      "_perspt_prompt_get",
      { name: "p", argument_names: null, argument_values: 7 },
      "Expected the argument argument_values to be a list of text.",
    ],
    [
      "a name of the prototype (T33)",
      "_perspt_prompt_get",
      { name: "p", argument_names: ["__proto__"], argument_values: ["1"] },
      'The name "__proto__" in argument_names is not allowed.',
    ],
    ["no prompt", "_perspt_prompt_get", {}, "Expected the argument name to be text."],
    [
      "a cursor that is no text",
      "_perspt_resources_list",
      { cursor: null },
      "Expected the argument cursor to be text.",
    ],
    ["no URI", "_perspt_resource_read", { uri: 7 }, "Expected the argument uri to be text."],
    [
      "another kind of reference",
      "_perspt_complete",
      { reference_kind: "tool", reference: "x", argument_name: "a", argument_value: "" },
      'Expected reference_kind to be "prompt" or "resource"; got "tool".',
    ],
    [
      "a context that does not pair up",
      "_perspt_complete",
      {
        reference_kind: "prompt",
        reference: "x",
        argument_name: "a",
        argument_value: "",
        context_values: ["1"],
      },
      "Expected context_names and context_values to be of equal length; got 0 and 1.",
    ],
  ])("are refused for %s, before any call (T74)", (_, operation, from, reason) => {
    expect(requestOf(operation, from)).toBe(reason);
  });

  test("are read or refused, and never throw, whatever they hold", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CLIENT_OPERATIONS),
        fc.dictionary(
          fc.oneof(
            fc.constantFrom("name", "argument_names", "argument_values", "uri"),
            fc.string(),
          ),
          fc.jsonValue(),
        ),
        (operation, from) => {
          const parsed = parseStrict(JSON.stringify(from));
          if (parsed.kind === "rejected" || !isJsonObject(parsed.value)) return;
          const reading = readClientRequest(operation.name, parsed.value);
          expect(["read", "refused"]).toContain(reading.kind);
        },
      ),
    );
  });

  test("an error of our own is not taken for theirs", () => {
    const trap = Object.defineProperty({}, "uri", {
      get() {
        throw new RangeError("boom");
      },
    });
    expect(() => readClientRequest("_perspt_resource_read", trap)).toThrow(RangeError);
  });
});
