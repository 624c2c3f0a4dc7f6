import { describe, expect, test } from "vitest";
import type { GovernedCallRequest } from "../src/index.js";
import { changingServer, TRANSPORTS, tool } from "./changing-server.js";
import { openHost, policy } from "./hosts.js";

const scoped = (name: string) =>
  policy(
    name,
    "data_write",
    "low",
    '[{ kind = "scoped_argument", family = "notes", field = "note", access = "write" }]',
  );

const NOTED = {
  ...tool("a"),
  inputSchema: { type: "object", properties: { note: { type: "string" } } },
};

const request = (
  argumentsValue: Readonly<Record<string, string | number>>,
): GovernedCallRequest => ({
  operation: "mcp.t.a",
  arguments: { kind: "value", value: argumentsValue },
  signal: new AbortController().signal,
});

describe.each(TRANSPORTS)("the calls of one turn over %s", (kind) => {
  test("run side by side where they touch nothing in common", async () => {
    const server = await changingServer(kind, [NOTED], scoped("a"));
    const { host, call } = await openHost(server.toml);
    await call("mcp.t.a", { note: "warm" });
    const notes = Array.from({ length: 8 }, (_, index) => `note-${index}`);
    const began = performance.now();
    const outcomes = await host.callTurn(notes.map((note) => request({ note, milliseconds: 400 })));
    expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(notes.map(() => "completed"));
    // One after the other they would take 3.2 s.
    expect(performance.now() - began).toBeLessThan(1600);
  });

  test("run in the order given where they conflict; none is dropped, and the outcomes stand in that order", async () => {
    const server = await changingServer(kind, [NOTED], scoped("a"));
    const { host, records } = await openHost(server.toml);
    const outcomes = await host.callTurn([
      request({ note: "same", milliseconds: 120 }),
      request({ note: "other" }),
      request({ note: "same", milliseconds: 60 }),
      request({ note: "same" }),
    ]);
    const [first, other, second, third] = outcomes.map(({ journal }) => journal?.seq ?? 0);
    const ended = new Map(
      records().flatMap((record) =>
        record.type === "outcome" ? [[record.intent, record.seq] as const] : [],
      ),
    );
    const endOf = (intent = 0) => ended.get(intent) ?? 0;
    expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(Array(4).fill("completed"));
    expect(second).toBeGreaterThan(endOf(first));
    expect(third).toBeGreaterThan(endOf(second));
    expect(other).toBeLessThan(endOf(first));
  });
});

test("a call that cannot be made takes nothing from its neighbours", async () => {
  const server = await changingServer("stdio", [NOTED], scoped("a"));
  const { host } = await openHost(server.toml);
  const outcomes = await host.callTurn([
    { ...request({}), arguments: { kind: "text", text: '{"note":1,"note":2}' } },
    { ...request({}), operation: "mcp.t.nothing" },
    request({ note: "x" }),
  ]);
  expect(
    outcomes.map(({ outcome }) => ("error" in outcome ? outcome.error.code : outcome.kind)),
  ).toEqual(["ambiguous_json", "no_such_operation", "completed"]);
});
