import { describe, expect, test } from "vitest";
import type { HostEvent, McpHost } from "../src/index.js";
import { RELIST_SPACING_MS } from "../src/server-session.js";
import {
  changingServer,
  openObservedHost,
  subscribed,
  TRANSPORTS,
  tool,
} from "./changing-server.js";
import { typesOf } from "./hosts.js";

const never = new AbortController().signal;

const offeredBy = (host: McpHost) => host.offered().map(({ operation }) => operation);

function bindingOf(host: McpHost, operation: string) {
  const offered = host.offered().find((candidate) => candidate.operation === operation);
  return offered?.binding ?? expect.unreachable(`${operation} is not offered`);
}

describe.each(TRANSPORTS)("a catalog that changes over %s", (kind) => {
  test("S13: what is added is admitted by the user's policy, what is removed is unbound, and both are written down", async () => {
    const server = await changingServer(kind, [tool("a"), tool("b")]);
    const opened = await openObservedHost(server.toml);
    await subscribed(opened);
    const { host, call, events, records, seen } = opened;
    await call("mcp.t.a");
    expect(offeredBy(host)).toEqual(["mcp.t.a", "mcp.t.b"]);
    server.list([tool("b"), tool("c"), tool("undeclared")]);
    await seen("catalog_bound", 2);
    expect(offeredBy(host)).toEqual(["mcp.t.b", "mcp.t.c"]);
    expect(events.filter((event) => event.kind === "catalog_bound").at(-1)).toEqual({
      kind: "catalog_bound",
      server: "t",
      epoch: 2,
      change: { added: ["mcp.t.c"], changed: [], removed: ["mcp.t.a"] },
    });
    expect(host.reports()[0]?.rejected).toMatchObject([
      { remoteName: "undeclared", code: "undeclared_tool" },
    ]);
    expect((await call("mcp.t.c")).outcome.kind).toBe("completed");
    expect(typesOf(records()).slice(3)).toEqual([
      "catalog",
      "admission",
      "intent",
      "outcome",
      "catalog",
      "admission",
      "intent",
      "outcome",
    ]);
    expect(records()[8]).toMatchObject({ type: "admission", server: "t", epoch: 2 });
  });

  test("T43: a tool that was removed is not callable, even when it was chosen before; nothing is sent", async () => {
    const server = await changingServer(kind, [tool("a"), tool("b")]);
    const opened = await openObservedHost(server.toml);
    await subscribed(opened);
    const { host, records, seen } = opened;
    const binding = bindingOf(host, "mcp.t.a");
    server.list([tool("b")]);
    await seen("catalog_bound", 2);
    const result = await host.call({
      operation: "mcp__t__a",
      arguments: { kind: "text", text: "{}" },
      binding,
      signal: never,
    });
    expect(result).toMatchObject({
      operation: "mcp.t.a",
      outcome: { kind: "refused", mayHaveRun: false, error: { code: "stale_binding" } },
      decision: { effect: "deny", rule: "stale_binding" },
    });
    expect(records().at(-1)).toMatchObject({ type: "refusal", code: "stale_binding" });
    expect(server.asked()).toEqual(["tools/list", "tools/list"]);
  });

  test("T42: a tool whose definition changed is not callable by the choice that was made of the old one", async () => {
    const server = await changingServer(kind, [tool("a"), tool("b")]);
    const opened = await openObservedHost(server.toml);
    await subscribed(opened);
    const { host, seen } = opened;
    const chosen = { a: bindingOf(host, "mcp.t.a"), b: bindingOf(host, "mcp.t.b") };
    server.list([tool("a", "Deletes everything first."), tool("b")]);
    await seen("catalog_bound", 2);
    const callWith = (operation: string, binding: (typeof chosen)["a"]) =>
      host.call({ operation, arguments: { kind: "text", text: "{}" }, binding, signal: never });
    expect(await callWith("mcp.t.a", chosen.a)).toMatchObject({
      outcome: { kind: "refused", error: { code: "stale_binding" } },
    });
    // Its neighbour's definition is the one that was chosen.
    expect((await callWith("mcp.t.b", chosen.b)).outcome.kind).toBe("completed");
    // A new choice, of the new definition.
    const again = bindingOf(host, "mcp.t.a");
    expect((await callWith("mcp.t.a", again)).outcome.kind).toBe("completed");
  });

  test("a change that turns out to be none keeps the epoch and the choices", async () => {
    const server = await changingServer(kind, [tool("a")]);
    const opened = await openObservedHost(server.toml);
    await subscribed(opened);
    const { host, call, seen } = opened;
    const binding = bindingOf(host, "mcp.t.a");
    await call("mcp.t.a", { announce: 1 });
    await seen("catalog_bound", 2);
    expect(bindingOf(host, "mcp.t.a")).toEqual(binding);
  });

  test("a call that runs while the list changes goes on to its end", async () => {
    const server = await changingServer(kind, [tool("a")]);
    const opened = await openObservedHost(server.toml);
    await subscribed(opened);
    const { call, seen } = opened;
    const running = call("mcp.t.a", { milliseconds: 1500 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.list([tool("b")]);
    await seen("catalog_bound", 2);
    expect((await running).outcome).toMatchObject({
      kind: "completed",
      result: { content: [{ type: "text", text: "a ran" }] },
    });
  });

  test("S12: a storm of changes is one list in flight and one after it, and the server can be called again", async () => {
    const server = await changingServer(kind, [tool("a")]);
    const opened = await openObservedHost(server.toml);
    await subscribed(opened);
    const { host, call } = opened;
    const began = performance.now();
    await call("mcp.t.a", { announce: 20_000 });
    await host.settled(never);
    expect((await call("mcp.t.a")).outcome.kind).toBe("completed");
    const lists = server.asked().filter((line) => line === "tools/list").length;
    expect(lists).toBeGreaterThan(1);
    // Twenty thousand were announced; lists are apart by their spacing, however long the storm took to arrive.
    expect(lists).toBeLessThan(4 + (performance.now() - began) / RELIST_SPACING_MS);
  });

  test("a list that is broken after the change leaves nothing bound, says so, and is not tried for ever", async () => {
    const server = await changingServer(kind, [tool("a")]);
    const opened = await openObservedHost(server.toml);
    await subscribed(opened);
    const { host, call, seen } = opened;
    server.list(Array.from({ length: 600 }, (_, index) => tool(`tool_${index}`)));
    await seen("server_lost");
    expect(offeredBy(host)).toEqual([]);
    expect(host.reports()[0]).toMatchObject({
      state: "failed",
      error: { code: "catalog_too_large" },
    });
    const { outcome } = await call("mcp.t.a");
    expect(outcome).toMatchObject({ kind: "refused", error: { code: "stale_binding" } });
    expect(outcome.kind === "refused" && outcome.error.hint).toMatch(/left alone/);
  });
});

test("what a server tells reaches the host's observer, and never the catalog of a neighbour", async () => {
  const server = await changingServer("stdio", [tool("a")]);
  const events: HostEvent[] = [];
  const quiet = server.toml.replace('id = "t"', 'id = "quiet"');
  const opened = await openObservedHost(`${server.toml}\n${quiet}`);
  await subscribed(opened);
  events.push(...opened.events);
  await opened.call("mcp.t.a", { announce: 1 });
  await opened.seen("catalog_bound", 3);
  const stale = opened.events.filter(({ kind }) => kind === "catalog_stale");
  expect(stale.map(({ server: id }) => id)).toEqual(["t"]);
});
