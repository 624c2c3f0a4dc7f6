import { describe, expect, test } from "vitest";
import type { ModelEvent, ModelProviderName, ModelTool } from "../src/index.js";
import { cut, data, named, providerServer, turn } from "./provider-servers.js";

const SEARCH: ModelTool = {
  name: "mcp__docs__search",
  description: "Searches",
  inputSchema: { type: "object", properties: { query: { type: "string" } } },
};

const chunk = (delta: object, finish: string | null = null) => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "test-model",
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const usageChunk = {
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "test-model",
  choices: [],
  usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
};
const callDelta = (args: string, start = false) => ({
  tool_calls: [
    {
      index: 0,
      ...(start ? { id: "call_1", type: "function" } : {}),
      function: { ...(start ? { name: SEARCH.name } : {}), arguments: args },
    },
  ],
});

const OPENAI_STREAM = data(
  chunk({ role: "assistant", content: "Let me " }),
  chunk({ content: "look 日本." }),
  chunk(callDelta('{"que', true)),
  chunk(callDelta('ry":"x"}')),
  chunk({}, "tool_calls"),
  usageChunk,
  "[DONE]",
);

const ANTHROPIC_STREAM = named(
  {
    type: "message_start",
    message: {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "test-model",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 7, output_tokens: 1 },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me " } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "look 日本." } },
  { type: "content_block_stop", index: 0 },
  {
    type: "content_block_start",
    index: 1,
    content_block: { type: "tool_use", id: "call_1", name: SEARCH.name, input: {} },
  },
  {
    type: "content_block_delta",
    index: 1,
    delta: { type: "input_json_delta", partial_json: '{"que' },
  },
  {
    type: "content_block_delta",
    index: 1,
    delta: { type: "input_json_delta", partial_json: 'ry":"x"}' },
  },
  { type: "content_block_stop", index: 1 },
  {
    type: "message_delta",
    delta: { stop_reason: "tool_use", stop_sequence: null },
    usage: { output_tokens: 5 },
  },
  { type: "message_stop" },
);

const GOOGLE_STREAM = data(
  { candidates: [{ content: { role: "model", parts: [{ text: "Let me " }] } }] },
  { candidates: [{ content: { role: "model", parts: [{ text: "look 日本." }] } }] },
  {
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ functionCall: { name: SEARCH.name, args: { query: "x" } } }],
        },
        finishReason: "STOP",
      },
    ],
    usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 },
  },
);

const STREAMS: readonly (readonly [ModelProviderName, string])[] = [
  ["openai", OPENAI_STREAM],
  ["openai_compatible", OPENAI_STREAM],
  ["anthropic", ANTHROPIC_STREAM],
  ["google", GOOGLE_STREAM],
];

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

describe.each(STREAMS)("%s, in its own wire format", (provider, stream) => {
  test.each([[stream.length], [7], [1]])(
    "a text and a whole tool call, in brackets, cut into pieces of %i",
    async (size) => {
      const server = await providerServer([{ pieces: cut(stream, size) }]);
      const events = await turn(provider, server.url, { request: { tools: [SEARCH] } });
      expect(textOf(events)).toBe("Let me look 日本.");
      const calls = events.flatMap((event) => (event.type === "tool_call" ? [event] : []));
      expect(calls.map(({ name }) => name)).toEqual([SEARCH.name]);
      const written: unknown = JSON.parse(calls[0]?.arguments ?? "");
      expect(written).toEqual({ query: "x" });
      expect(events.at(-1)).toMatchObject({
        type: "finished",
        reason: "tool_calls",
        usage: { inputTokens: 7, outputTokens: 5 },
      });
      const brackets = events.map(({ type }) => type).filter((type) => type !== "text");
      expect(brackets).toEqual(["text_started", "text_ended", "tool_call", "finished"]);
    },
  );

  test("a stream that is cut in the middle keeps what came, and is a failure that is not tried again", async () => {
    const server = await providerServer([
      { pieces: [stream.slice(0, stream.indexOf("look") - 40)], end: "cut" },
    ]);
    const events = await turn(provider, server.url);
    expect(events.at(-1)).toMatchObject({ type: "failed", failure: { code: "stream_broken" } });
    expect(events.filter(({ type }) => type === "finished" || type === "failed")).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  test("429 and 503 before the first token are tried again, with the pauses that were asked for", async () => {
    const busy = {
      headers: { "content-type": "application/json" },
      pieces: ['{"error":{"message":"busy"}}'],
    };
    const server = await providerServer([
      { ...busy, status: 429, headers: { ...busy.headers, "retry-after": "3" } },
      { ...busy, status: 503 },
      { pieces: [stream] },
    ]);
    const pauses: number[] = [];
    const events = await turn(provider, server.url, {
      ports: {
        async pause(milliseconds) {
          pauses.push(milliseconds);
        },
      },
    });
    expect(pauses).toEqual([3000, 1000]);
    expect(events.slice(0, 2)).toMatchObject([
      { type: "retrying", attempt: 2, because: { code: "rate_limited" } },
      { type: "retrying", attempt: 3, because: { code: "provider_unavailable" } },
    ]);
    expect(events.at(-1)?.type).toBe("finished");
    expect(server.requests).toHaveLength(3);
  });

  test("401 is said plainly, names the variable and not the key, and is not tried again", async () => {
    const server = await providerServer([
      {
        status: 401,
        headers: { "content-type": "application/json" },
        pieces: ['{"error":{"message":"bad key"}}'],
      },
    ]);
    const events = await turn(provider, server.url);
    expect(events).toMatchObject([
      {
        type: "failed",
        failure: { code: "auth_required", hint: "Check the key in the variable TEST_KEY." },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain("key-for-tests");
    expect(JSON.stringify(server.requests[0]?.headers)).toContain("key-for-tests");
  });

  test("an abort ends a silent stream at once", async () => {
    const server = await providerServer([{ pieces: [], end: "stay" }]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const events = await turn(provider, server.url, { signal: stop.signal });
    expect(events).toMatchObject([{ type: "failed", failure: { code: "cancelled" } }]);
  });

  test("a frame that is no JSON breaks the stream, not the program", async () => {
    const server = await providerServer([
      { pieces: ["data: {not json\n\n", "event: x\ndata: }\n\n"] },
    ]);
    const events = await turn(provider, server.url);
    expect(events.at(-1)?.type).toBe("failed");
  });

  test("tools go out under their aliases, with the answers of earlier calls in the tool role", async () => {
    const server = await providerServer([{ pieces: [stream] }]);
    await turn(provider, server.url, {
      request: {
        tools: [SEARCH],
        messages: [
          { role: "system", text: "Be brief." },
          { role: "user", text: "Search x" },
          {
            role: "assistant",
            parts: [
              { type: "tool_call", id: "call_0", name: SEARCH.name, arguments: '{"query":"x"}' },
            ],
          },
          {
            role: "tool",
            answers: [
              { id: "call_0", name: SEARCH.name, output: { found: 3 }, status: "ok", media: [] },
            ],
          },
        ],
      },
    });
    const body = JSON.stringify(server.requests[0]?.body);
    for (const part of [SEARCH.name, "Be brief.", "call_0", "found"]) {
      if (provider === "google" && part === "call_0") continue;
      expect(body).toContain(part);
    }
  });
});

test("nobody who listens at the address is a failure with a hint, after the attempts", async () => {
  const events = await turn("openai_compatible", "http://127.0.0.1:9/v1");
  expect(events.filter(({ type }) => type === "retrying")).toHaveLength(3);
  expect(events.at(-1)).toMatchObject({ type: "failed", failure: { code: "unreachable" } });
});

test("reasoning of a local model is told apart, as a field of its own or in the text", async () => {
  const inline = data(
    chunk({ content: "<thi" }),
    chunk({ content: "nk>Hmm" }),
    chunk({ content: ".</th" }),
    chunk({ content: "ink>\n\nYes." }),
    chunk({}, "stop"),
    "[DONE]",
  );
  const field = data(
    chunk({ reasoning_content: "Hmm." }),
    chunk({ content: "Yes." }),
    chunk({}, "stop"),
    "[DONE]",
  );
  for (const stream of [inline, field]) {
    const server = await providerServer([{ pieces: [stream] }]);
    const events = await turn("openai_compatible", server.url);
    const reasoning = events
      .map((event) => (event.type === "reasoning" ? event.delta : ""))
      .join("");
    expect([reasoning, textOf(events)]).toEqual(["Hmm.", "Yes."]);
    const brackets = events.map(({ type }) => type).filter((type) => type.includes("_"));
    expect(brackets).toEqual([
      "reasoning_started",
      "reasoning_ended",
      "text_started",
      "text_ended",
    ]);
  }
});
