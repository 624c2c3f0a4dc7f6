import { describe, expect, test } from "vitest";
import { changingServer, openObservedHost, subscribed, tool } from "./changing-server.js";
import { openHost, policy, typesOf } from "./hosts.js";

const WRITE_A = policy(
  "a",
  "data_write",
  "low",
  '[{ kind = "literal", resource = "counter", access = "write" }]',
);

describe("I9: a stdio server that is lost", () => {
  test("is started again, discovered, listed and subscribed to, and the next call waits for it", async () => {
    const server = await changingServer("stdio", [tool("a"), tool("b")]);
    const opened = await openObservedHost(server.toml);
    await subscribed(opened);
    const { host, call, events, seen, records } = opened;
    expect((await call("mcp.t.a", { exit: true })).outcome).toMatchObject({
      kind: "uncertain",
      error: { code: "server_exited" },
    });
    await seen("server_lost");
    const next = await call("mcp.t.b");
    expect(next.outcome.kind).toBe("completed");
    const lost = events.find((event) => event.kind === "server_lost");
    expect(lost).toMatchObject({ server: "t", problem: { code: "server_exited" } });
    expect(lost?.restartInMs).toBeGreaterThanOrEqual(250);
    expect(host.reports()[0]).toMatchObject({ state: "ready", error: null });
    // The lost call is not made again (I10); the new process was asked for its list.
    expect(server.asked()).toEqual(["tools/list", "a", "tools/list", "b"]);
    expect(typesOf(records()).filter((type) => type === "admission")).toHaveLength(2);
    // The new subscription tells of changes as the old one did.
    server.list([tool("b")]);
    await seen("catalog_bound", 3);
    expect(host.offered().map(({ operation }) => operation)).toEqual(["mcp.t.b"]);
  });

  test("T43: a choice that was made before holds where the new process lists the same tool", async () => {
    const server = await changingServer("stdio", [tool("a"), tool("b")]);
    const { host, call, seen } = await openObservedHost(server.toml);
    const binding = host.offered()[1]?.binding;
    await call("mcp.t.a", { exit: true });
    await seen("catalog_bound", 2);
    const result = await host.call({
      operation: "mcp.t.b",
      arguments: { kind: "text", text: "{}" },
      ...(binding === undefined ? {} : { binding }),
      signal: new AbortController().signal,
    });
    expect([result.outcome.kind, binding?.epoch]).toEqual(["completed", 1]);
  });

  test("the doubt about the call that was lost with it stays", async () => {
    const server = await changingServer("stdio", [tool("a")], WRITE_A);
    const { call, seen } = await openObservedHost(server.toml);
    expect((await call("mcp.t.a", { exit: true })).outcome.kind).toBe("uncertain");
    await seen("server_lost");
    expect((await call("mcp.t.a")).outcome).toMatchObject({
      kind: "refused",
      error: { code: "unsettled" },
    });
    expect(server.asked().filter((line) => line === "a")).toHaveLength(1);
  });

  test("again and again is left alone after five starts that did not last", async () => {
    const server = await changingServer("stdio", [tool("a")]);
    const pauses: number[] = [];
    const { call, events, seen } = await openObservedHost(server.toml, {
      random: () => 0,
      async pause(milliseconds, signal) {
        // Waiting for the restart itself is bounded by the server's timeout; only the restarts are hurried.
        if (milliseconds >= 10_000) {
          return new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve(), { once: true });
          });
        }
        pauses.push(milliseconds);
      },
    });
    for (let crash = 1; crash <= 6; crash += 1) {
      await call("mcp.t.a", { exit: true });
      await seen("server_lost", crash);
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000]);
    const last = events.filter((event) => event.kind === "server_lost").at(-1);
    expect(last?.restartInMs).toBeNull();
    expect(last?.problem.message).toMatch(/It is left alone now\.$/);
    const { outcome } = await call("mcp.t.a");
    expect(outcome).toMatchObject({ kind: "refused", error: { code: "stale_binding" } });
    expect(server.asked().filter((line) => line === "a")).toHaveLength(6);
  });

  test("report 4: holds up no call of a neighbour while it is started again", async () => {
    const server = await changingServer("stdio", [tool("a")]);
    const neighbour = await changingServer("stdio", [tool("b")]);
    const { call, seen } = await openObservedHost(
      `${server.toml}\n${neighbour.toml.replace('id = "t"', 'id = "next"')}`,
      {
        // A restart that never comes about.
        pause: (_milliseconds, signal) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve(), { once: true });
          }),
      },
    );
    await call("mcp.t.a", { exit: true });
    await seen("server_lost");
    expect((await call("mcp.next.b")).outcome.kind).toBe("completed");
  });

  test("is not started again once the host is closed", async () => {
    const server = await changingServer("stdio", [tool("a")]);
    const { host, call } = await openObservedHost(server.toml);
    await call("mcp.t.a", { exit: true });
    await host.close();
    const before = server.asked().length;
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(server.asked()).toHaveLength(before);
  });
});

test("S7: a host that is closed while it connects leaves no program behind, and two discoveries are one", async () => {
  const server = await changingServer("stdio", [tool("a")]);
  const { host } = await openHost(server.toml, { discovers: false });
  const { signal } = new AbortController();
  const discoveries = [host.discover(signal), host.discover(signal)];
  await host.close();
  const [first, second] = await Promise.all(discoveries);
  expect(first).toEqual(second);
  expect(server.asked().length).toBeLessThanOrEqual(1);
  expect((await host.discover(signal))[0]?.state).toBe("failed");
});
