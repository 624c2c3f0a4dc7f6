import { expect, test } from "vitest";
import type { CallContext } from "./call-context.js";
import { allowEverything } from "./call-guard.js";
import { systemClock } from "./client-clock.js";
import { ProgressTokens } from "./progress-tokens.js";
import { ResultCache } from "./result-cache.js";
import { runCall } from "./run-call.js";
import { TaskSlots } from "./task-slots.js";
import { TurnQueue } from "./turn-queue.js";
import type { WireReply } from "./wire-reply.js";
import type { WireRequest } from "./wire-session.js";

/** A connection whose one reply is given, and whose output validation breaks. */
function brokenContext(reply: (request: WireRequest) => Promise<WireReply>): CallContext {
  return {
    inputs: {
      serverId: "docs",
      elicitation: null,
      sampling: null,
      roots: [],
      turns: new TurnQueue(),
    },
    session: { request: reply },
    taskSlots: new TaskSlots(),
    cache: new ResultCache({ maxEntries: 0, maxBytes: 0 }),
    capabilities: { tools: {} },
    guard: allowEverything(),
    validator: {
      validate: async () => {
        throw new Error("no engine");
      },
    },
    clock: systemClock,
    transport: "stdio",
    timeoutMs: 1000,
    maxTaskWaitMs: 1000,
    maxResultBytes: 1000,
    inputRounds: true,
    tasks: true,
    meta: {},
    progress: new ProgressTokens(),
    emit: () => {},
    note: () => {},
    refetchTool: async () => null,
  };
}

const tool = {
  name: "t",
  inputSchema: { type: "object" },
  outputSchema: { type: "object" },
  definition: {},
};
const request = { kind: "tool", tool, arguments: {} } as const;
const options = { call: "c", signal: new AbortController().signal };

test("a call never rejects: a fault of this side after the write is uncertain", async () => {
  const context = brokenContext(async ({ gate }) => {
    gate({ jsonrpc: "2.0", id: 1, method: "tools/call", params: {} });
    return {
      kind: "result",
      result: { resultType: "complete", content: [], structuredContent: 1 },
    };
  });
  expect(await runCall(context, request, options)).toMatchObject({
    kind: "uncertain",
    error: { code: "client_fault" },
  });
});

test("a call never rejects: a fault of this side before the write has not run", async () => {
  const context = brokenContext(async () => {
    throw new Error("no session");
  });
  expect(await runCall(context, request, options)).toMatchObject({
    kind: "failed",
    mayHaveRun: false,
    error: { code: "client_fault" },
  });
});
