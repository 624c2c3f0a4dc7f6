import type { Exchange, Handlers } from "@perspt/fixture-servers";
import {
  never,
  RpcError,
  SUBSCRIPTION_ID_KEY,
  startHttpServer,
  text,
} from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpClient, McpServerEvent } from "../src/index.js";
import { callTool, connect, fixtureEndpoint, http, TRANSPORTS } from "./clients.js";

const GUIDE = "file:///library/guide.md";

/** The next events of a client, as many as asked for; fails the test when they do not come. */
async function nextEvents(client: McpClient, count: number): Promise<readonly McpServerEvent[]> {
  const events: McpServerEvent[] = [];
  for await (const event of client.events()) {
    events.push(event);
    if (events.length === count) break;
  }
  expect(events).toHaveLength(count);
  return events;
}

describe.each(TRANSPORTS)("a subscription over %s", (kind) => {
  test("tells changes of the lists and of the resources that were named", async () => {
    const client = await connect(await fixtureEndpoint(kind, "library"), {
      subscriptions: { resources: [GUIDE] },
    });
    const [acknowledged] = await nextEvents(client, 1);
    expect(acknowledged).toEqual({
      type: "subscription_acknowledged",
      filter: {
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: [GUIDE],
      },
    });
    await callTool(client, "announce_tools");
    await callTool(client, "announce_guide");
    expect(await nextEvents(client, 2)).toEqual([
      { type: "tools_list_changed" },
      { type: "resource_updated", uri: GUIDE },
    ]);
  });

  test("S1: is not opened where the server offers none of it", async () => {
    const client = await connect(await fixtureEndpoint(kind, "echo"), {
      subscriptions: { resources: [GUIDE] },
    });
    expect((await callTool(client, "echo", { message: "x" })).kind).toBe("completed");
    expect(client.diagnostics()).toEqual([]);
  });

  test("ends with the connection, and so do the events", async () => {
    const client = await connect(await fixtureEndpoint(kind, "library"), {
      subscriptions: { resources: [] },
    });
    await nextEvents(client, 1);
    await client.close();
    await client.closed;
    for await (const event of client.events()) expect.unreachable(`${event.type} after the end`);
  });

  test("progress of a call is told under the call's name", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    expect((await callTool(client, "progress", { steps: 3 })).kind).toBe("completed");
    await client.close();
    const events: McpServerEvent[] = [];
    for await (const event of client.events()) events.push(event);
    expect(events).toEqual([
      { type: "progress", call: "call-1", progress: 3, total: 3, message: null },
    ]);
  });
});

describe("a subscription that meets trouble", () => {
  type Listen = (exchange: Exchange, attempt: number) => unknown;

  async function listenTo(listen: Listen, timeoutMs = 5000) {
    let attempts = 0;
    const ids: (string | number)[] = [];
    const handlers: Handlers = {
      "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }] }),
      "tools/call": () => text("x"),
      "subscriptions/listen": (_params, exchange) => {
        attempts += 1;
        ids.push(exchange.id);
        return listen(exchange, attempts);
      },
    };
    const server = await startHttpServer(handlers, {
      capabilities: { tools: { listChanged: true } },
    });
    onTestFinished(() => server.close());
    const client = await connect(http(server.url), {
      subscriptions: { resources: [] },
      timeoutMs,
      random: () => 0,
    });
    return { client, ids };
  }

  const acknowledge = (exchange: Exchange): void =>
    exchange.notify("notifications/subscriptions/acknowledged", {
      notifications: { toolsListChanged: true },
      _meta: { [SUBSCRIPTION_ID_KEY]: exchange.id },
    });
  const acknowledged = {
    type: "subscription_acknowledged",
    filter: { toolsListChanged: true },
  };

  test("S8: is opened again under a new id when its stream is cut, and tells that lists may have changed", async () => {
    const { client, ids } = await listenTo((exchange, attempt) => {
      acknowledge(exchange);
      if (attempt === 1) setTimeout(() => exchange.drop(), 50);
      return never();
    });
    expect(await nextEvents(client, 4)).toEqual([
      acknowledged,
      { type: "subscription_ended", reason: "lost" },
      acknowledged,
      { type: "tools_list_changed" },
    ]);
    expect(new Set(ids).size).toBe(2);
  });

  test("S7: is opened again when the server closes it in good order", async () => {
    const { client } = await listenTo((exchange, attempt) => {
      acknowledge(exchange);
      return attempt === 1 ? {} : never();
    });
    expect(await nextEvents(client, 3)).toEqual([
      acknowledged,
      { type: "subscription_ended", reason: "closed" },
      acknowledged,
    ]);
  });

  test.each([-32601, -32602, -32021])(
    "S10: a server that answers with %i is asked once; the client works on",
    async (code) => {
      const { client, ids } = await listenTo(() => {
        throw new RpcError(code, "no subscriptions here");
      });
      expect(await nextEvents(client, 1)).toEqual([
        { type: "subscription_ended", reason: "refused" },
      ]);
      expect((await callTool(client, "t")).kind).toBe("completed");
      expect(ids).toHaveLength(1);
      expect(client.diagnostics()).toMatchObject([{ code: "subscription_refused", count: 1 }]);
    },
  );

  test("S9: one that is never acknowledged is closed after timeout_ms", async () => {
    let cut = 0;
    const { client } = await listenTo((exchange) => {
      exchange.signal.addEventListener("abort", () => {
        cut += 1;
      });
      void exchange.raw(": keep-alive\n\n");
      return never();
    }, 500);
    expect(await nextEvents(client, 1)).toEqual([{ type: "subscription_ended", reason: "closed" }]);
    await expect.poll(() => cut).toBe(1);
  });

  test("S9: one that is acknowledged and quiet outlives timeout_ms", async () => {
    const { client, ids } = await listenTo((exchange) => {
      acknowledge(exchange);
      setTimeout(
        () =>
          exchange.notify("notifications/tools/list_changed", {
            _meta: { [SUBSCRIPTION_ID_KEY]: exchange.id },
          }),
        1200,
      );
      return never();
    }, 500);
    expect(await nextEvents(client, 2)).toEqual([acknowledged, { type: "tools_list_changed" }]);
    expect(ids).toHaveLength(1);
  });

  test("T70: a flood of changes neither stops a call nor grows the queue", async () => {
    const { client } = await listenTo((exchange) => {
      acknowledge(exchange);
      for (let n = 0; n < 20_000; n += 1) {
        exchange.notify("notifications/tools/list_changed", {
          _meta: { [SUBSCRIPTION_ID_KEY]: exchange.id },
        });
      }
      return never();
    });
    expect((await callTool(client, "t")).kind).toBe("completed");
    await expect.poll(() => client.diagnostics()).toEqual([]);
    await client.close();
    const events: McpServerEvent[] = [];
    for await (const event of client.events()) events.push(event);
    expect(events.length).toBeLessThanOrEqual(2);
  });
});
