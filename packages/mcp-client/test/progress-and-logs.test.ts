import type { JsonObject, JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import {
  MAX_QUEUED_EVENTS,
  type McpClient,
  type McpClientOptions,
  type McpServerEvent,
} from "../src/index.js";
import { connect, fixtureEndpoint, TRANSPORTS } from "./clients.js";

describe.each(TRANSPORTS)("what a server tells during calls over %s", (kind) => {
  async function talkative(options: Partial<McpClientOptions> = {}) {
    const client = await connect(await fixtureEndpoint(kind, "talks-too-much"), options);
    const { signal } = new AbortController();
    const { tools } = await client.listTools(signal);
    return {
      client,
      call: async (call: string, name: string, argumentsValue: JsonObject = {}): Promise<void> => {
        const tool = tools.find((each) => each.name === name);
        if (tool === undefined) return expect.unreachable(name);
        const request = { kind: "tool", tool, arguments: argumentsValue } as const;
        expect((await client.call(request, { call, signal })).kind).toBe("completed");
      },
    };
  }

  /** Ends the client and tells what it had to tell. */
  async function eventsOf(client: McpClient): Promise<readonly McpServerEvent[]> {
    await client.close();
    const events: McpServerEvent[] = [];
    for await (const event of client.events()) events.push(event);
    return events;
  }

  const progressOf = (call: string, progress: number): object => ({
    type: "progress",
    call,
    progress,
    total: null,
    message: null,
  });

  test("P1: each call has a token of its own, and its progress its name", async () => {
    const { client, call } = await talkative();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => call(`call-${n}`, "progress", { values: [n, n + 0.5] })),
    );
    const events = await eventsOf(client);
    expect(events).toHaveLength(20);
    for (let n = 0; n < 20; n += 1) expect(events).toContainEqual(progressOf(`call-${n}`, n + 0.5));
  });

  test("P2: progress that goes back, stands still or is no number is dropped and counted", async () => {
    const { client, call } = await talkative();
    await call("a", "progress", { values: [2, 1, 2, "3", null, 2.5] });
    expect(client.diagnostics()).toEqual([
      { code: "invalid_progress", count: 4, sample: '"notifications/progress"' },
    ]);
    expect(await eventsOf(client)).toEqual([progressOf("a", 2.5)]);
  });

  test("P2: so is that of a call that has ended, and that under tokens which nobody gave", async () => {
    const { client, call } = await talkative();
    await call("a", "progress", { values: [1] });
    await call("b", "finished");
    await call("c", "strangers");
    expect(client.diagnostics()).toEqual([
      { code: "unknown_progress_token", count: 7, sample: '"notifications/progress"' },
    ]);
    expect(await eventsOf(client)).toEqual([progressOf("a", 1)]);
  });

  test("P3: of 20,000 reports that nobody reads the last is told", async () => {
    const { client, call } = await talkative({ timeoutMs: 60_000 });
    await call("a", "flood", { count: 20_000 });
    expect(await eventsOf(client)).toEqual([{ ...progressOf("a", 20_000), total: 20_000 }]);
  });

  test.each<[JsonObject, object]>([
    [{ total: 0 }, { total: null }],
    [{ total: -1 }, { total: null }],
    [{ total: "NaN" }, { total: null }],
    [
      { total: 10, message: "half" },
      { total: 10, message: "half" },
    ],
    [{ message: 7 }, { message: null }],
    [{ message: "\u001b[2J".repeat(1000) }, { message: "\u001b[2J".repeat(256) }],
  ])("P4: what a report adds is untrusted: %j", async (more, expected) => {
    const { client, call } = await talkative();
    await call("a", "progress", { values: [1], more });
    expect(await eventsOf(client)).toEqual([{ ...progressOf("a", 1), ...expected }]);
  });

  test("L1: logs that were not asked for are dropped and counted", async () => {
    const { client, call } = await talkative();
    await call("a", "logs", { count: 3, data: "x" });
    expect(client.diagnostics()).toEqual([
      { code: "unrequested_log", count: 3, sample: '"error"' },
    ]);
    expect(await eventsOf(client)).toEqual([]);
  });

  test.each<JsonValue>(["text", null, 7, [1, [2]], { deep: { er: true } }])(
    "L3, L4, L5: a log is an event of its server, of no call and no result, with whatever JSON it carries: %j",
    async (data) => {
      const { client, call } = await talkative({ logLevel: "debug" });
      await call("a", "logs", { count: 1, data });
      expect(await eventsOf(client)).toEqual([{ type: "log", level: "error", logger: "db", data }]);
    },
  );

  test("L4: a log that carries too much is dropped and counted", async () => {
    const { client, call } = await talkative({ logLevel: "debug" });
    await call("a", "logs", { count: 2, data: "x".repeat(20_000) });
    expect(client.diagnostics()).toEqual([
      { code: "oversize_event", count: 2, sample: '"notifications/message"' },
    ]);
    expect(await eventsOf(client)).toEqual([]);
  });

  test("L4: of more logs than anybody reads the newest are told, and how many were not", async () => {
    const { client, call } = await talkative({ logLevel: "debug" });
    await call("a", "logs", { count: MAX_QUEUED_EVENTS + 10, data: "x" });
    const [first, ...others] = await eventsOf(client);
    expect(first).toEqual({ type: "dropped", count: 10 });
    expect(others).toHaveLength(MAX_QUEUED_EVENTS);
  });
});
