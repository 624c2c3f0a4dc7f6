import { describe, expect, test } from "vitest";
import { EventQueue, MAX_QUEUED_EVENTS } from "./event-queue.js";
import type { McpServerEvent } from "./server-event.js";

const custom = (method: string): McpServerEvent => ({ type: "custom", method, params: {} });
const progress = (call: string, value: number): McpServerEvent => ({
  type: "progress",
  call,
  progress: value,
  total: null,
  message: null,
});

async function drain(queue: EventQueue): Promise<readonly McpServerEvent[]> {
  queue.end();
  const events: McpServerEvent[] = [];
  for await (const event of queue) events.push(event);
  return events;
}

describe("events on their way to the reader", () => {
  test("come in order of arrival, and end when the connection does", async () => {
    const queue = new EventQueue();
    queue.push(custom("a"));
    queue.push(custom("b"));
    queue.push(custom("a"));
    expect(await drain(queue)).toEqual([custom("a"), custom("b"), custom("a")]);
  });

  test("wake a reader that waits", async () => {
    const queue = new EventQueue();
    const next = queue[Symbol.asyncIterator]().next();
    queue.push(custom("late"));
    expect(await next).toEqual({ done: false, value: custom("late") });
  });

  test("after the end nothing is taken in", async () => {
    const queue = new EventQueue();
    queue.end();
    queue.push(custom("a"));
    expect(await drain(queue)).toEqual([]);
  });

  test("T70: of a flood the oldest are dropped, and the reader is told how many first", async () => {
    const queue = new EventQueue();
    const flood = MAX_QUEUED_EVENTS + 200_000;
    for (let n = 1; n <= flood; n += 1) queue.push(custom(`n${n}`));
    const [first, second, ...others] = await drain(queue);
    expect(first).toEqual({ type: "dropped", count: 200_000 });
    expect(second).toEqual(custom("n200001"));
    expect(others).toHaveLength(MAX_QUEUED_EVENTS - 1);
    expect(others.at(-1)).toEqual(custom(`n${flood}`));
  });

  test("S12: changes of a list that nobody read yet are one change", async () => {
    const queue = new EventQueue();
    for (let n = 0; n < 100_000; n += 1) {
      queue.push({ type: "tools_list_changed" });
      queue.push({ type: "resource_updated", uri: `file:///${n % 2}` });
    }
    expect(await drain(queue)).toEqual([
      { type: "tools_list_changed" },
      { type: "resource_updated", uri: "file:///0" },
      { type: "resource_updated", uri: "file:///1" },
    ]);
  });

  test("P3: of a call's progress the last is shown, in the place of the first", async () => {
    const queue = new EventQueue();
    queue.push(progress("a", 1));
    queue.push(progress("b", 1));
    for (let n = 2; n <= 100_000; n += 1) queue.push(progress("a", n));
    expect(await drain(queue)).toEqual([progress("a", 100_000), progress("b", 1)]);
  });

  test("a change that was read does not swallow the next one", async () => {
    const queue = new EventQueue();
    const reader = queue[Symbol.asyncIterator]();
    queue.push({ type: "tools_list_changed" });
    await reader.next();
    queue.push({ type: "tools_list_changed" });
    expect(await reader.next()).toEqual({ done: false, value: { type: "tools_list_changed" } });
  });
});
