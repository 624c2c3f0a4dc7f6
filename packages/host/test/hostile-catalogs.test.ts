import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import {
  changingServer,
  fixtureOver,
  openObservedHost,
  subscribed,
  TRANSPORTS,
  tool,
} from "./changing-server.js";
import { fixtureServer, openHost, policy } from "./hosts.js";

const fat = (name: string, bytes: number) => tool(name, "x".repeat(bytes));
const many = (count: number) => Array.from({ length: count }, (_, index) => tool(`t${index}`));
const NEIGHBOUR = fixtureServer("n", "echo", policy("echo"));

describe.each(TRANSPORTS)("a list over %s that is too large", (kind) => {
  test.each<[string, readonly JsonObject[]]>([
    ["10,000 tools", many(10_000)],
    ["513 tools", [tool("a"), ...many(512)]],
    [
      "more than 4 MiB of them",
      [tool("a"), ...["b", "c", "d", "e"].map((name) => fat(name, 1_048_576))],
    ],
  ])(
    "T37: %s are refused whole: nothing of them is admitted, and no neighbour suffers",
    async (_, tools) => {
      const server = await changingServer(kind, tools);
      const large = server.toml.replace('id = "t"', 'id = "t"\nmax_result_bytes = 8388608');
      const { host, call } = await openHost(large + NEIGHBOUR);
      const [report, neighbour] = host.reports();
      expect(report).toMatchObject({
        state: "failed",
        error: { code: "catalog_too_large" },
        admitted: [],
      });
      expect(neighbour?.state).toBe("ready");
      expect(host.offered().map(({ operation }) => operation)).toEqual(["mcp.n.echo"]);
      expect((await call("mcp.t.a")).outcome).toMatchObject({ kind: "refused", mayHaveRun: false });
      expect((await call("mcp.n.echo", { message: "x" })).outcome.kind).toBe("completed");
      expect(server.asked()).not.toContain("a");
    },
  );

  test("T37: 512 tools, one of them with a megabyte to say, are not", async () => {
    const server = await changingServer(kind, [fat("a", 1_000_000), ...many(511)]);
    const { host, call } = await openHost(server.toml);
    expect(host.reports()[0]?.rejected).toHaveLength(511);
    expect((await call("mcp.t.a")).outcome.kind).toBe("completed");
  });
});

describe.each(TRANSPORTS)("a list over %s whose pages lead nowhere", (kind) => {
  test.each([
    ["loop", "pagination_loop"],
    ["endless", "pagination_limit"],
  ])("T50: %s: nothing of it is admitted, and no neighbour suffers", async (how, code) => {
    const policies = ["a:undefined", "a:A", "a:1", "a:2"].map((name) => policy(name)).join("");
    const toml = await fixtureOver(kind, "pages-badly", ["--how", how], policies);
    const { host } = await openHost(toml + NEIGHBOUR);
    expect(host.reports()).toMatchObject([
      { id: "t", state: "failed", error: { code }, admitted: [] },
      { id: "n", state: "ready" },
    ]);
    expect(host.offered().map(({ operation }) => operation)).toEqual(["mcp.n.echo"]);
  });
});

/** A tool whose schema has the same `$id` as every other, and takes one argument of this type. */
const named = (name: string, type: string): JsonObject => ({
  name,
  inputSchema: {
    $id: "https://example.test/same",
    type: "object",
    properties: { q: { type } },
    required: ["q"],
  },
});

describe.each(TRANSPORTS)("schemas of one $id over %s", (kind) => {
  test("T39: do not meet, neither in one list nor across servers nor after the list changed", async () => {
    const one = await changingServer(kind, [named("a", "string"), named("b", "integer")]);
    const other = await changingServer(kind, [named("a", "boolean")]);
    const opened = await openObservedHost(one.toml + other.toml.replace('id = "t"', 'id = "u"'));
    const { call, seen } = opened;
    await subscribed(opened);
    const takes = async (operation: string) => {
      const kinds: string[] = [];
      for (const q of ["text", 7, true]) {
        const { outcome } = await call(operation, { q });
        kinds.push(outcome.kind === "completed" ? typeof q : outcome.kind);
      }
      return kinds;
    };
    expect(await takes("mcp.t.a")).toEqual(["string", "refused", "refused"]);
    expect(await takes("mcp.t.b")).toEqual(["refused", "number", "refused"]);
    expect(await takes("mcp.u.a")).toEqual(["refused", "refused", "boolean"]);
    one.list([named("a", "integer"), named("b", "string")]);
    await seen("catalog_bound", 3);
    expect(await takes("mcp.t.a")).toEqual(["refused", "number", "refused"]);
    expect(await takes("mcp.t.b")).toEqual(["string", "refused", "refused"]);
    expect(await takes("mcp.u.a")).toEqual(["refused", "refused", "boolean"]);
  });
});
