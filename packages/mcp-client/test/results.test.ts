import { startHttpServer } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { callTool, connect, http } from "./clients.js";

describe("results that cannot be used", () => {
  async function outcomeOf(result: Record<string, unknown>, outputSchema?: unknown) {
    const server = await startHttpServer({
      "tools/list": () => ({
        tools: [{ name: "t", inputSchema: { type: "object" }, outputSchema }],
      }),
      "tools/call": () => result,
    });
    onTestFinished(() => server.close());
    const outcome = await callTool(await connect(http(server.url)), "t");
    return outcome.kind === "uncertain" ? outcome.error.code : outcome.kind;
  }

  test.each([
    ["V4: an unknown resultType", { resultType: "surprise", content: [] }, "invalid_result"],
    ["V5: no resultType", { resultType: undefined, content: [] }, "invalid_result"],
    ["no content", {}, "invalid_result"],
    ["content of blocks without a type", { content: [{ text: "x" }] }, "invalid_result"],
    ["isError that is text", { content: [], isError: "yes" }, "invalid_result"],
    [
      "R6: annotations are hints, and nothing is refused or hidden for theirs",
      {
        content: [
          {
            type: "text",
            text: "x",
            annotations: { audience: ["system"], priority: 7, lastModified: "soon" },
          },
        ],
      },
      "completed",
    ],
    ["T7: a block of an unknown type is kept", { content: [{ type: "hologram" }] }, "completed"],
  ])("%s", async (_, result, expected) => {
    expect(await outcomeOf(result)).toBe(expected);
  });

  test.each([
    [
      "T38: a value that does not fit",
      { content: [], structuredContent: { n: "x" } },
      "output_schema_mismatch",
    ],
    ["T8: none at all", { content: [] }, "output_schema_mismatch"],
    ["one that fits", { content: [], structuredContent: { n: 1 } }, "completed"],
    ["an error needs none", { content: [], isError: true }, "tool_error"],
  ])("structuredContent under an output schema: %s", async (_, result, expected) => {
    const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    expect(await outcomeOf(result, schema)).toBe(expected);
  });

  test.each<[string, unknown, unknown]>([
    ["null", null, { type: "null" }],
    ["a number", 0, { type: "integer" }],
    ["a list", [], { type: "array" }],
    ["text", "s", { type: "string" }],
    ["false", false, { type: "boolean" }],
  ])("T7: structuredContent may be %s", async (_, structuredContent, outputSchema) => {
    expect(await outcomeOf({ content: [], structuredContent }, outputSchema)).toBe("completed");
    expect(await outcomeOf({ content: [], structuredContent })).toBe("completed");
    expect(await outcomeOf({ content: [], structuredContent }, { type: "object" })).toBe(
      "output_schema_mismatch",
    );
  });

  test.each<[string, unknown]>([
    ["a pattern that backtracks without end elsewhere", { type: "string", pattern: "^(a+)+$" }],
    ["a choice among 2^20", doubled({ const: "b" }, 20)],
    ["a schema 60 deep", deep(60)],
  ])("T5: %s holds nobody up", async (_, outputSchema) => {
    const structuredContent = `${"a".repeat(30_000)}!`;
    expect(await outcomeOf({ content: [], structuredContent }, outputSchema)).toBe(
      "output_schema_mismatch",
    );
  });
});

/** A schema whose reading in full takes 2^times steps, told in few. */
function doubled(leaf: object, times: number): object {
  const $defs: Record<string, object> = { n0: leaf };
  for (let n = 1; n <= times; n += 1) {
    const $ref = `#/$defs/n${n - 1}`;
    $defs[`n${n}`] = { anyOf: [{ $ref }, { $ref }] };
  }
  return { $ref: `#/$defs/n${times}`, $defs };
}

function deep(levels: number): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = { not: schema };
  return schema;
}
