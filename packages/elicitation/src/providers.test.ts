import { describe, expect, test } from "vitest";
import { declineElicitation } from "./decline-elicitation.js";
import type { ElicitationRequest } from "./elicitation-provider.js";
import { createQueuedElicitation } from "./queued-elicitation.js";
import { scriptedElicitation } from "./scripted-elicitation.js";

const ask = (id: string): ElicitationRequest => ({
  id,
  kind: "form",
  serverId: "docs",
  call: "session/1",
  operation: "search",
  message: "Which repository?",
  requestedSchema: { type: "object" },
});
const never = new AbortController().signal;

test("F5: where nobody can answer, every request is declined at once", async () => {
  expect(await declineElicitation().elicit(ask("1"), never)).toEqual({ action: "decline" });
});

test("a script answers in order, remembers what was asked, and cancels when it ends", async () => {
  const provider = scriptedElicitation([{ action: "accept", content: { repo: "core" } }]);
  expect(await provider.elicit(ask("1"), never)).toEqual({
    action: "accept",
    content: { repo: "core" },
  });
  expect(await provider.elicit(ask("2"), never)).toEqual({ action: "cancel" });
  expect(provider.asked.map(({ id }) => id)).toEqual(["1", "2"]);
});

describe("the queue", () => {
  test("F11: requests wait in the order asked, and each has its place", async () => {
    const queue = createQueuedElicitation();
    const first = queue.elicit(ask("1"), never);
    const second = queue.elicit(ask("2"), never);
    expect(queue.pending().map(({ request, position }) => [request.id, position])).toEqual([
      ["1", 1],
      ["2", 2],
    ]);
    expect(queue.answer("2", { action: "decline" })).toEqual({ kind: "taken" });
    expect(queue.answer("1", { action: "cancel" })).toEqual({ kind: "taken" });
    expect(await Promise.all([first, second])).toEqual([
      { action: "cancel" },
      { action: "decline" },
    ]);
    expect(queue.pending()).toEqual([]);
  });

  test("T64: an answer to a request that is gone goes nowhere, least of all to the next one", async () => {
    const queue = createQueuedElicitation();
    const first = queue.elicit(ask("1"), never);
    queue.answer("1", { action: "decline" });
    await first;
    void queue.elicit(ask("2"), never);
    expect(queue.answer("1", { action: "accept", content: {} })).toEqual({ kind: "not_pending" });
    expect(queue.pending().map(({ request }) => request.id)).toEqual(["2"]);
  });

  test("Q10: a request is withdrawn when its call ends", async () => {
    const queue = createQueuedElicitation();
    const call = new AbortController();
    const answer = queue.elicit(ask("1"), call.signal);
    call.abort();
    expect(await answer).toEqual({ action: "cancel" });
    expect(queue.pending()).toEqual([]);
  });

  test("a request of a call that has ended is never shown", async () => {
    const queue = createQueuedElicitation();
    expect(await queue.elicit(ask("1"), AbortSignal.abort())).toEqual({ action: "cancel" });
    expect(queue.pending()).toEqual([]);
  });

  test("two requests of one id are a fault of the asker: the second is cancelled, the first waits on", async () => {
    const queue = createQueuedElicitation();
    void queue.elicit(ask("1"), never);
    expect(await queue.elicit(ask("1"), never)).toEqual({ action: "cancel" });
    expect(queue.pending()).toHaveLength(1);
  });

  test("listeners hear every change until they stop listening", async () => {
    const queue = createQueuedElicitation();
    const seen: number[] = [];
    const stop = queue.onChange(() => seen.push(queue.pending().length));
    void queue.elicit(ask("1"), never);
    queue.answer("1", { action: "decline" });
    stop();
    void queue.elicit(ask("2"), never);
    expect(seen).toEqual([1, 0]);
  });
});
