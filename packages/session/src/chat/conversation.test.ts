import type { ModelEvent, ModelRequest, ModelRoute } from "@perspt/models";
import { describe, expect, test } from "vitest";
import type { LoopEvent } from "../loop/loop-event.js";
import { CHAT_INSTRUCTIONS } from "./chat-instructions.js";
import { Conversation } from "./conversation.js";

const usage = { inputTokens: null, outputTokens: null, reasoningTokens: null };
const never = new AbortController().signal;

/** A host without operations: what a chat without servers has. */
const host = {
  offered: () => [],
  callTurn: async () => [],
  recordMessage: async () => {},
  recordTurn: async () => 1,
  settled: async () => {},
};

function saying(name: string, events: readonly ModelEvent[]) {
  const requests: ModelRequest[] = [];
  const route: ModelRoute = {
    name,
    contextTokens: null,
    async *stream(request) {
      requests.push(structuredClone(request));
      yield* events;
    },
  };
  return { route, requests };
}

const hello: readonly ModelEvent[] = [
  { type: "text", delta: "Hello." },
  { type: "finished", reason: "stop", usage },
];

async function send(conversation: Conversation, text: string): Promise<readonly LoopEvent[]> {
  const events: LoopEvent[] = [];
  for await (const event of conversation.send(text, never)) events.push(event);
  return events;
}

describe("a conversation", () => {
  test("goes to the model as fixed instructions and what was said, in order (T60)", async () => {
    const { route, requests } = saying("a", hello);
    const conversation = new Conversation({ host, route, maxRounds: 8, contextTokens: null });
    await send(conversation, "Hi");
    await send(conversation, "Again");
    expect(requests[1]?.messages).toEqual([
      { role: "system", text: CHAT_INSTRUCTIONS },
      { role: "user", text: "Hi" },
      { role: "assistant", parts: [{ type: "text", text: "Hello." }] },
      { role: "user", text: "Again" },
    ]);
  });

  test("keeps no message that the model never answered, so that it can be sent again", async () => {
    const failure = { code: "unreachable", message: "Nobody there.", hint: null } as const;
    const { route } = saying("a", [{ type: "failed", failure }]);
    const conversation = new Conversation({ host, route, maxRounds: 8, contextTokens: null });
    expect((await send(conversation, "Hi")).at(-1)).toEqual({
      type: "ended",
      end: { kind: "failed", failure },
    });
    expect(conversation.messages).toEqual([]);
  });

  test("goes on with another model from the next message, and forgets when it is told to", async () => {
    const first = saying("a", hello);
    const second = saying("b", hello);
    const { route } = first;
    const conversation = new Conversation({ host, route, maxRounds: 8, contextTokens: null });
    await send(conversation, "One");
    conversation.select(second.route);
    await send(conversation, "Two");
    expect(second.requests[0]?.messages).toHaveLength(4);
    conversation.clear();
    await send(conversation, "Three");
    expect(second.requests[1]?.messages).toHaveLength(2);
  });
});
