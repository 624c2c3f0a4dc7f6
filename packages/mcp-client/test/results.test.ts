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

  test("T7: null counts as structuredContent", async () => {
    expect(await outcomeOf({ content: [], structuredContent: null }, { type: "null" })).toBe(
      "completed",
    );
  });
});
