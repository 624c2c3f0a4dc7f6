import type { SamplingRequest } from "@perspt/mcp-client";
import type { ModelEvent, ModelRequest, ModelRoute } from "@perspt/models";
import { describe, expect, test } from "vitest";
import { routeSampling } from "./route-sampling.js";

const usage = { inputTokens: 7, outputTokens: 5, reasoningTokens: null };
const never = new AbortController().signal;

function playing(events: readonly ModelEvent[]): ModelRoute & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    name: "scripted",
    contextTokens: null,
    asked,
    async *stream(request) {
      asked.push(request);
      yield* events;
    },
  };
}

const request: SamplingRequest = {
  id: "1",
  serverId: "docs",
  call: "s/1",
  operation: "search",
  messages: [{ role: "user", content: [{ type: "text", text: "Summarise." }] }],
  systemPrompt: null,
  maxTokens: 100,
  temperature: null,
  stopSequences: [],
  tools: [],
  toolChoice: "auto",
};

describe("a server's sampling request", () => {
  test("is a turn of the selected route with the server's own messages, tools and bounds (A1, A5, A6, A9)", async () => {
    const route = playing([
      { type: "reasoning_started" },
      { type: "reasoning", delta: "Hm." },
      { type: "reasoning_ended" },
      { type: "text_started" },
      { type: "text", delta: "Short." },
      { type: "text_ended" },
      { type: "finished", reason: "stop", usage },
    ]);
    const answer = await routeSampling(() => route).sample(
      {
        ...request,
        systemPrompt: "Be kind.",
        temperature: 0.5,
        stopSequences: ["END"],
        tools: [{ name: "look", description: null, inputSchema: { type: "object" } }],
        toolChoice: "required",
      },
      never,
    );
    expect(answer).toEqual({
      kind: "sampled",
      content: [{ type: "text", text: "Short." }],
      model: "scripted",
      stopReason: "endTurn",
      tokens: 12,
    });
    expect(route.asked).toEqual([
      {
        messages: [
          { role: "system", text: "Be kind." },
          { role: "user", text: "Summarise." },
        ],
        tools: [{ name: "look", description: "", inputSchema: { type: "object" } }],
        toolChoice: "required",
        maxTokens: 100,
        temperature: 0.5,
        stopSequences: ["END"],
      },
    ]);
  });

  test("uses of the server's tools and their results go to the model in their own roles (A7, A8)", async () => {
    const route = playing([
      { type: "tool_call", id: "u2", name: "look", arguments: '{"at":2}' },
      { type: "finished", reason: "tool_calls", usage },
    ]);
    const answer = await routeSampling(() => route).sample(
      {
        ...request,
        messages: [
          { role: "user", content: [{ type: "text", text: "Look." }] },
          {
            role: "assistant",
            content: [{ type: "tool_use", id: "u1", name: "look", input: { at: 1 } }],
          },
          {
            role: "user",
            content: [
              { type: "tool_result", toolUseId: "u1", content: [{ type: "text", text: "no" }] },
            ],
          },
        ],
      },
      never,
    );
    expect(answer).toMatchObject({
      content: [{ type: "tool_use", id: "u2", name: "look", input: { at: 2 } }],
    });
    expect(route.asked[0]?.messages.slice(1)).toEqual([
      {
        role: "assistant",
        parts: [{ type: "tool_call", id: "u1", name: "look", arguments: '{"at":1}' }],
      },
      {
        role: "tool",
        answers: [
          {
            id: "u1",
            name: "look",
            output: [{ type: "text", text: "no" }],
            status: "ok",
            media: [],
          },
        ],
      },
    ]);
  });

  test("is denied with the model's own code where the model fails, and where it says nothing", async () => {
    const failure = { code: "rate_limited", message: "Too many.", hint: null } as const;
    const failing = playing([{ type: "failed", failure }]);
    expect(await routeSampling(() => failing).sample(request, never)).toEqual({
      kind: "denied",
      code: "rate_limited",
      reason: "Too many.",
    });
    const silent = playing([{ type: "finished", reason: "stop", usage }]);
    expect(await routeSampling(() => silent).sample(request, never)).toMatchObject({
      code: "empty_answer",
    });
  });

  test("goes to the route that is selected when it comes", async () => {
    const events: readonly ModelEvent[] = [
      { type: "text", delta: "x" },
      { type: "finished", reason: "length", usage },
    ];
    let selected: ModelRoute = { ...playing(events), name: "first" };
    const provider = routeSampling(() => selected);
    selected = { ...playing(events), name: "second" };
    expect(await provider.sample(request, never)).toMatchObject({
      model: "second",
      stopReason: "maxTokens",
    });
  });
});
