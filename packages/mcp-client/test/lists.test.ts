import { startHttpServer } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpClient, ServerListKind } from "../src/index.js";
import { connect, fixtureEndpoint, http, TRANSPORTS, type TransportKind } from "./clients.js";

const { signal } = new AbortController();
const KINDS: readonly ServerListKind[] = ["tools", "resources", "resource_templates", "prompts"];
const IDENTITIES = {
  tools: "name",
  resources: "uri",
  resource_templates: "uriTemplate",
  prompts: "name",
} as const;

/** What the entries of a list are known by, in order. */
async function listed(client: McpClient, kind: ServerListKind): Promise<readonly unknown[]> {
  if (kind === "tools") return (await client.listTools(signal)).tools.map(({ name }) => name);
  return (await client.list(kind, signal)).map((entry) => entry[IDENTITIES[kind]]);
}

async function codeOf(list: Promise<unknown>): Promise<unknown> {
  try {
    return await list;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

async function server(kind: TransportKind, how: string): Promise<McpClient> {
  return connect(await fixtureEndpoint(kind, "pages-badly", ["--how", how]));
}

describe.each(TRANSPORTS)("whole lists over %s", (kind) => {
  test("G1, T51: the empty cursor is one like any other", async () => {
    const client = await connect(await fixtureEndpoint(kind, "counts-requests"));
    expect(await listed(client, "tools")).toEqual(["announce", "counts"]);
    expect(await listed(client, "resources")).toEqual(["count:1", "count:2"]);
    expect(await listed(client, "resource_templates")).toEqual(["count:{first}", "count:{second}"]);
    expect(await listed(client, "prompts")).toEqual(["first", "second"]);
  });

  test("G2, T50: a cursor that comes back ends the reading, and nothing of the list is told", async () => {
    const client = await server(kind, "loop");
    for (const each of KINDS) expect(await codeOf(listed(client, each))).toBe("pagination_loop");
  });

  test("G2, T50: so do pages without end", async () => {
    const client = await server(kind, "endless");
    for (const each of KINDS) expect(await codeOf(listed(client, each))).toBe("pagination_limit");
  });

  test("G3: a cursor that expired starts the list over, once", async () => {
    const once = await server(kind, "expires");
    for (const each of KINDS) expect(await listed(once, each)).toEqual(["z:1", "a:last"]);
    const always = await server(kind, "expires-always");
    for (const each of KINDS) expect(await codeOf(listed(always, each))).toBe("server_error");
  });

  test("G4, T15: an entry that is listed twice is told once, in the server's order; one that is none is left out", async () => {
    const client = await server(kind, "repeats");
    for (const each of ["resources", "resource_templates", "prompts"] as const) {
      expect(await client.list(each, signal)).toEqual([
        expect.objectContaining({ [IDENTITIES[each]]: "z:1" }),
        expect.not.objectContaining({ title: "again" }),
        expect.objectContaining({ [IDENTITIES[each]]: "m:3" }),
      ]);
    }
    expect(client.diagnostics()).toEqual([
      { code: "unreadable_list_entry", count: 9, sample: '"resource"' },
      { code: "duplicate_list_entry", count: 6, sample: '"resource a:2"' },
    ]);
  });

  test("G4: a tool that is listed twice is told twice, for admission to reject both", async () => {
    const client = await server(kind, "repeats");
    expect(await listed(client, "tools")).toEqual(["z:1", "a:2", "", "", "", "a:2", "m:3", "z:1"]);
  });
});

describe("a list", () => {
  test("R8: that is not advertised is empty, and not asked for", async () => {
    const server = await startHttpServer({}, { capabilities: {} });
    onTestFinished(() => server.close());
    const client = await connect(http(server.url));
    for (const each of KINDS) expect(await listed(client, each)).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  test("of more than 10,000 resources is not told", async () => {
    const entries = (count: number): object[] =>
      Array.from({ length: count }, (_, n) => ({ uri: `a:${n}`, name: "n" }));
    let count = 10_000;
    const server = await startHttpServer(
      { "resources/list": () => ({ resources: entries(count) }) },
      { capabilities: { resources: {} } },
    );
    onTestFinished(() => server.close());
    const client = await connect(http(server.url));
    expect(await listed(client, "resources")).toHaveLength(10_000);
    count = 10_001;
    expect(await codeOf(listed(client, "resources"))).toBe("catalog_too_large");
  });
});
