import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import type { McpSamplingProvider, SamplingAnswer, SamplingRequest } from "../src/index.js";
import { connect, sharedFixture } from "./clients.js";
import { freshKey, legsOf, reportedLegs, sampling, script } from "./scripted-rounds.js";

const shared = sharedFixture("asks-for-input");
const key = freshKey();

/** Answers every request alike, and remembers what it was asked. */
function sampler(answer: SamplingAnswer): McpSamplingProvider & {
  readonly asked: SamplingRequest[];
} {
  const asked: SamplingRequest[] = [];
  return {
    asked,
    sample: async (request) => {
      asked.push(request);
      return answer;
    },
  };
}

const sampled: SamplingAnswer = {
  kind: "sampled",
  content: [{ type: "text", text: "hello" }],
  model: "local",
  stopReason: "endTurn",
};

describe("a model that is asked", () => {
  test("A8: its answer is the bare result under the request's key", async () => {
    const provider = sampler(sampled);
    const client = await connect(shared(), { sampling: { provider } });
    const [, second] = legsOf(await script(client, key(), [{ inputRequests: { s: sampling() } }]));
    expect(second?.inputResponses).toEqual({
      s: {
        role: "assistant",
        content: { type: "text", text: "hello" },
        model: "local",
        stopReason: "endTurn",
      },
    });
    expect(provider.asked).toMatchObject([
      { serverId: "docs", call: "call-1", operation: "script", maxTokens: 64, toolChoice: "auto" },
    ]);
  });

  test("A2, A8, A10: tools are declared, and a server's tool is the server's to run: an answer that uses a tool is a list of blocks and says so", async () => {
    const provider = sampler({
      ...sampled,
      content: [{ type: "tool_use", id: "c1", name: "t", input: {} }],
    });
    const client = await connect(shared(), { sampling: { provider } });
    const tools = [{ name: "t", inputSchema: { type: "object" } }];
    const [, second] = legsOf(
      await script(client, key(), [{ inputRequests: { s: sampling({ tools }) } }]),
    );
    expect(second?.inputResponses?.["s"]).toEqual({
      role: "assistant",
      content: [{ type: "tool_use", id: "c1", name: "t", input: {} }],
      model: "local",
      stopReason: "toolUse",
    });
  });

  test.each<[string, JsonObject, string]>([
    ["A3, T69: more tokens than the cap", sampling({ maxTokens: 101 }), "sampling_over_cap"],
    [
      "A4: the context of servers",
      sampling({ includeContext: "allServers" }),
      "sampling_context_refused",
    ],
    ["a request without messages", sampling({ messages: [] }), "invalid_sampling_request"],
  ])("%s never reaches it", async (_what, request, code) => {
    const provider = sampler(sampled);
    const client = await connect(shared(), { sampling: { provider, maxTokens: 100 } });
    expect(await script(client, key(), [{ inputRequests: { s: request } }])).toMatchObject({
      kind: "uncertain",
      error: { code },
    });
    expect(provider.asked).toEqual([]);
  });

  test("Q8: a denial ends the call, under the provider's own code", async () => {
    const provider = sampler({ kind: "denied", code: "budget_spent", reason: "No tokens left." });
    const client = await connect(shared(), { sampling: { provider } });
    expect(await script(client, key(), [{ inputRequests: { s: sampling() } }])).toMatchObject({
      kind: "uncertain",
      error: { code: "budget_spent", message: "No tokens left." },
    });
    expect(await reportedLegs(client, key())).toHaveLength(1);
  });

  test("Q8: a provider that throws ends the call", async () => {
    const provider: McpSamplingProvider = {
      sample: async () => {
        throw new Error("no route");
      },
    };
    const client = await connect(shared(), { sampling: { provider } });
    expect(await script(client, key(), [{ inputRequests: { s: sampling() } }])).toMatchObject({
      kind: "uncertain",
      error: { code: "sampling_failed", message: "The model could not be asked: no route" },
    });
  });

  test.each<[string, unknown, string]>([
    ["nothing", undefined, "expected an object; got nothing."],
    ["null", null, "expected an object; got null."],
    [
      "the protocol's own result",
      { role: "assistant", content: { type: "text", text: "x" }, model: "local" },
      'expected kind to be "sampled" or "denied"; got nothing.',
    ],
    [
      "an answer without a block",
      { ...sampled, content: [] },
      'expected content to be an array of at least one block, such as [{ type: "text", text }]; got an array.',
    ],
    [
      "a denial without a reason",
      { kind: "denied", code: "no" },
      "expected reason to be a text; got nothing.",
    ],
  ])("Q8: %s is no answer, and ends the call with what is wrong", async (_what, answer, told) => {
    const provider = { sample: async () => answer as SamplingAnswer };
    const client = await connect(shared(), { sampling: { provider } });
    expect(await script(client, key(), [{ inputRequests: { s: sampling() } }])).toMatchObject({
      kind: "uncertain",
      error: {
        code: "sampling_failed",
        message: `The model could not be asked: the answer of sampling.provider.sample: ${told}`,
      },
    });
  });
});
