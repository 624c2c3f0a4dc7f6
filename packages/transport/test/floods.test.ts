import type { JSONRPCRequest } from "@modelcontextprotocol/client";
import { fixture, startFixture } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { type McpTransport, scriptedFetch, scriptedSpawn } from "../src/index.js";
import { systemClock } from "../src/shared/clock.js";
import { FLOW_BURST } from "../src/shared/flow-budget.js";
import { SMALLEST_TOTAL } from "../src/shared/request-total.js";
import {
  cancellation,
  counts,
  eventually,
  httpTransport,
  MEBIBYTE,
  NODE,
  request,
  started,
  stdioTransport,
  toolCall,
} from "./harness.js";

/** T70: what comes unasked is read no faster than it may come; the rest stays with its server. */

const NOTIFICATION = JSON.stringify({
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { level: "info", data: "x".repeat(60_000) },
});
/** More than the burst, in notifications. */
const FLOOD = Array.from(
  { length: Math.ceil((1.5 * FLOW_BURST) / NOTIFICATION.length) },
  () => NOTIFICATION,
);

/** Asks for progress and for logs. */
const asking: JSONRPCRequest = {
  ...toolCall(1, "work"),
  params: { _meta: { progressToken: "p", "io.modelcontextprotocol/logLevel": "debug" } },
};

/** Counts what is delivered, without keeping it. */
function counted(transport: McpTransport) {
  const seen = { notifications: 0, bytes: 0 };
  transport.onmessage = (message) => {
    if (!("method" in message)) return;
    seen.notifications += 1;
    seen.bytes += JSON.stringify(message).length;
  };
  return seen;
}

/** A clock whose time stands still, and whose pauses are ended by hand; what is shorter runs by itself. */
function stoppedClock() {
  const pauses: (() => void)[] = [];
  return {
    pauses,
    clock: {
      now: () => 0,
      schedule(milliseconds: number, callback: () => void) {
        if (milliseconds < 100) return systemClock.schedule(milliseconds, callback);
        pauses.push(callback);
        return () => {
          if (pauses.includes(callback)) pauses.splice(pauses.indexOf(callback), 1);
        };
      },
    },
  };
}

describe("over stdio", () => {
  test("a flood is paused at the burst, goes on when the pause is over, and loses nothing", async () => {
    const script = scriptedSpawn([[{}, { output: FLOOD.map((line) => `${line}\n`) }]]);
    const { clock, pauses } = stoppedClock();
    const transport = await started(stdioTransport([NODE], {}, { ...script, clock }));
    const seen = counted(transport);
    void transport.send(request(1, "tools/list")).catch(() => {});
    await eventually(() => pauses.length > 0);
    expect(seen.bytes).toBeGreaterThan(0.9 * FLOW_BURST);
    expect(seen.bytes).toBeLessThanOrEqual(FLOW_BURST);
    expect(counts(transport)["slowed_down"]).toBe(1);
    while (pauses.length > 0) pauses[0]?.();
    expect(seen.notifications).toBe(FLOOD.length);
  });

  test("answers that are waited for cost nothing", async () => {
    const answer = (id: number) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"a":"${"x".repeat(900_000)}"}}\n`;
    const ids = Array.from({ length: 40 }, (_, index) => index + 1);
    const script = scriptedSpawn([[{}, ...ids.map((id) => ({ output: [answer(id)] }))]]);
    const transport = await started(stdioTransport([NODE], {}, script));
    for (const id of ids) await transport.send(request(id, "tools/list"));
    expect(counts(transport)).toStrictEqual({});
  });

  test.each([
    ["progress under its token", "notifications/progress", { progressToken: "p" }],
    ["the logs that it asked for", "notifications/message", { level: "debug" }],
  ])("T27: what comes along with a call costs nothing: %s", async (_what, method, params) => {
    const line = JSON.stringify({
      jsonrpc: "2.0",
      method,
      params: { ...params, text: "x".repeat(60_000) },
    });
    const script = scriptedSpawn([
      [{}, { output: Array.from({ length: 1000 }, () => `${line}\n`) }],
    ]);
    const transport = await started(stdioTransport([NODE], {}, script));
    const seen = counted(transport);
    void transport.send(asking).catch(() => {});
    await eventually(() => seen.notifications === 1000);
    expect(counts(transport)).toStrictEqual({});
  });

  test("T27: up to as much as over HTTP; progress of no call costs from the first", async () => {
    const line = (progressToken: string) =>
      `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, text: "x".repeat(60_000) } })}\n`;
    const many = (token: string, bytes: number) =>
      Array.from({ length: Math.ceil(bytes / line(token).length) }, () => line(token));
    const { clock, pauses } = stoppedClock();
    const scripts = [many("p", SMALLEST_TOTAL + FLOW_BURST), many("q", FLOW_BURST)];
    for (const output of scripts) {
      const transport = await started(
        stdioTransport(
          [NODE],
          { maxMessageBytes: 128 * 1024 },
          { ...scriptedSpawn([[{}, { output }]]), clock },
        ),
      );
      void transport.send(asking).catch(() => {});
      await eventually(() => pauses.length > 0);
      pauses.splice(0);
      expect(counts(transport)).toStrictEqual({ slowed_down: 1 });
    }
  });

  test("the late answers of cancelled calls cost nothing, and their duplicates do", async () => {
    const answer = (id: number) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"a":"${"x".repeat(900_000)}"}}\n`;
    const ids = Array.from({ length: 30 }, (_, index) => index + 1);
    const late = ids.map(answer);
    const quiet = ids.slice(1).map(() => ({}));
    // The start, the calls, and the first cancellation.
    const script = scriptedSpawn([
      [{}, {}, ...quiet, ...quiet, { output: late }, { output: late }],
    ]);
    const { clock, pauses } = stoppedClock();
    const transport = await started(stdioTransport([NODE], {}, { ...script, clock }));
    for (const id of ids) void transport.send(request(id, "tools/list")).catch(() => {});
    await eventually(() => script.received.length === ids.length);
    for (const id of ids) await transport.send(cancellation(id));
    await eventually(() => counts(transport)["late_response"] === ids.length);
    expect(pauses).toStrictEqual([]);
    void transport.send(request(31, "tools/list")).catch(() => {});
    await eventually(() => pauses.length > 0);
    expect(counts(transport)).toMatchObject({ slowed_down: 1, duplicate_response: 19 });
  });

  test("answers to nothing cost as much as notifications", async () => {
    const stray = `{"jsonrpc":"2.0","id":"none","result":{"a":"${"x".repeat(900_000)}"}}\n`;
    const script = scriptedSpawn([[{}, { output: Array.from({ length: 30 }, () => stray) }]]);
    const { clock, pauses } = stoppedClock();
    const transport = await started(stdioTransport([NODE], {}, { ...script, clock }));
    void transport.send(request(1, "tools/list")).catch(() => {});
    await eventually(() => pauses.length > 0);
    expect(counts(transport)).toMatchObject({ slowed_down: 1, foreign_response: 19 });
  });

  test("a real program that floods has to wait, and is ended as quickly as any other", async () => {
    const transport = await started(stdioTransport([NODE, fixture("pours")]));
    const seen = counted(transport);
    const call = transport.send(
      toolCall(1, "pour", { channel: "notifications", bytes: 1024 * MEBIBYTE }),
    );
    const failed = call.catch((error: unknown) => error);
    await eventually(() => counts(transport)["slowed_down"] !== undefined);
    const soon = seen.bytes;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(seen.bytes).toBeLessThan(soon + 4 * MEBIBYTE);
    await transport.close();
    expect(await failed).toMatchObject({ code: "closed" });
  });
});

describe("over HTTP", () => {
  const listen = (transport: McpTransport, abort: AbortController) =>
    transport
      .send(request(1, "subscriptions/listen"), { requestSignal: abort.signal })
      .catch((error: unknown) => error);

  test("a subscription is paused at the burst, goes on when the pause is over, and loses nothing", async () => {
    const body = FLOOD.map((frame) => `data: ${frame}\n\n`);
    const headers = { "content-type": "text/event-stream" };
    const fetch = scriptedFetch([{ status: 200, headers, body, ending: "open" }]);
    const { clock, pauses } = stoppedClock();
    const transport = await started(httpTransport("https://a.test/", {}, { fetch, clock }));
    const seen = counted(transport);
    const abort = new AbortController();
    const listening = listen(transport, abort);
    await eventually(() => pauses.length > 0);
    expect(seen.bytes).toBeLessThanOrEqual(FLOW_BURST);
    while (pauses.length > 0) pauses[0]?.();
    expect(seen.notifications).toBe(FLOOD.length);
    abort.abort();
    expect(await listening).toMatchObject({ code: "cancelled" });
  });

  test("a real server that floods a subscription has to wait, and the pause ends with the subscription", async () => {
    const server = await startFixture("pours");
    onTestFinished(() => server.stop());
    const transport = await started(httpTransport(server.url));
    const seen = counted(transport);
    const abort = new AbortController();
    const listening = listen(transport, abort);
    await eventually(() => seen.notifications > 0);
    await transport.send(toolCall(2, "pour", { channel: "subscription", bytes: 1024 * MEBIBYTE }));
    await eventually(() => counts(transport)["slowed_down"] !== undefined);
    const soon = seen.bytes;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(seen.bytes).toBeLessThan(soon + 4 * MEBIBYTE);
    await transport.send(toolCall(3, "poured"));
    abort.abort();
    expect(await listening).toMatchObject({ code: "cancelled" });
  });

  test("T27: the stream of any other request ends with its total", async () => {
    const server = await startFixture("pours");
    onTestFinished(() => server.stop());
    const transport = await started(httpTransport(server.url, { maxMessageBytes: 64 * 1024 }));
    const call = transport.send(
      toolCall(1, "pour", { channel: "notifications", bytes: 1024 * MEBIBYTE }),
    );
    await expect(call).rejects.toMatchObject({ code: "result_too_large", mayHaveRun: true });
    expect(counts(transport)).toStrictEqual({});
  });
});
