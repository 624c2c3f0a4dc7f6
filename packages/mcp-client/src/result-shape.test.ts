import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { McpRequest } from "./mcp-client.js";
import { resultShapeProblem } from "./result-shape.js";

const text: JsonValue = { type: "text", text: "x" };

test.each<[McpRequest["kind"], JsonObject]>([
  ["tool", { content: [] }],
  ["tool", { content: [text, { type: "hologram" }], isError: false }],
  ["resources_list", { resources: [{ uri: "a:b", name: "b" }], nextCursor: "" }],
  ["resource_templates_list", { resourceTemplates: [] }],
  ["prompts_list", { prompts: [{}] }],
  [
    "resource_read",
    {
      contents: [
        { uri: "a:b", text: "" },
        { uri: "a:c", blob: "AA==" },
      ],
    },
  ],
  ["resource_read", { contents: [] }],
  ["resource_read", { contents: [{ uri: "a:b", blob: "" }] }],
  ["prompt_get", { messages: [{ role: "user", content: text }] }],
  ["complete", { completion: { values: Array(100).fill("v"), total: 1, hasMore: true } }],
])("T7, R1, N1, M1: a %s result of %o is as it should be", (kind, result) => {
  expect(resultShapeProblem(kind, result)).toBeNull();
});

test.each<[McpRequest["kind"], JsonObject]>([
  ["tool", {}],
  ["tool", { content: text }],
  ["tool", { content: ["x"] }],
  ["tool", { content: [{ text: "x" }] }],
  ["tool", { content: [], isError: "no" }],
  ["resources_list", { resources: {} }],
  ["resources_list", { resources: ["a:b"] }],
  ["resources_list", { resources: [], nextCursor: 2 }],
  ["resource_templates_list", { resources: [] }],
  ["prompts_list", {}],
  ["resource_read", { contents: [{ text: "x" }] }],
  ["resource_read", { contents: [{ uri: "a:b" }] }],
  ["resource_read", { contents: [{ uri: "a:b", blob: null }] }],
  ["resource_read", { contents: [{ uri: "a:b", blob: "AA=" }] }],
  ["resource_read", { contents: [{ uri: "a:b", blob: "AA=A" }] }],
  ["resource_read", { contents: [{ uri: "a:b", blob: "A-_A" }] }],
  ["resource_read", { contents: [{ uri: "a:b", blob: "AAAA\n" }] }],
  ["resource_read", { contents: [{ uri: "a:b", text: "x", blob: "?" }] }],
  ["prompt_get", { messages: [{ role: "system", content: text }] }],
  ["prompt_get", { messages: [{ role: "user", content: "x" }] }],
  ["prompt_get", { messages: text }],
  ["complete", { completion: { values: Array(101).fill("v") } }],
  ["complete", { completion: { values: [1] } }],
  ["complete", { completion: [] }],
])("T7, R1, N1, M1: a %s result of %o is invalid", (kind, result) => {
  expect(resultShapeProblem(kind, result)).toBeTypeOf("string");
});

test("E4: the shape of any JSON is judged", () => {
  const kinds: McpRequest["kind"][] = ["tool", "resource_read", "prompt_get", "complete"];
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (kind, raw) => {
        const result: unknown = JSON.parse(JSON.stringify(raw));
        const problem = isJsonObject(result) ? resultShapeProblem(kind, result) : false;
        expect(problem === null || typeof problem === "string").toBe(true);
      },
    ),
  );
});
