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
  test("run side by side where they touch nothing in common: eight are under way at once", async () => {
    const server = await changingServer(kind, [NOTED], scoped("a"));
    const { host } = await openHost(server.toml);
    const notes = Array.from({ length: 8 }, (_, index) => `note-${index}`);
    // The server answers none of them before it has all.
    const outcomes = await host.callTurn(notes.map((note) => request({ note, together: 8 })));
    expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(notes.map(() => "completed"));
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
