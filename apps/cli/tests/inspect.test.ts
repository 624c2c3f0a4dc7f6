import { parseConfig } from "@perspt/config";
import { startFixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { textLike } from "./support/matchers.js";
import { documentOf, errorOf, type RunResult } from "./support/run-program.js";
import { fixtureServer, httpServer, policy, stdioServer } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

interface InspectedServer {
  readonly id: string;
  readonly state: string;
  readonly admitted: readonly Record<string, unknown>[];
  readonly rejected: readonly Record<string, string>[];
  readonly error: Record<string, unknown> | null;
  readonly [name: string]: unknown;
}

function serversOf(result: RunResult): readonly InspectedServer[] {
  const { servers } = documentOf(result) as { readonly servers: readonly InspectedServer[] };
  return servers;
}

describe("a server that speaks 2026-07-28", () => {
  test("is reported in the stable shape (cli.md)", async () => {
    const { perspt, configure } = workplace();
    configure(
      fixtureServer("docs", "library"),
      policy("search", "search", {
        selectors: `[{ kind = "scoped_argument", family = "docs", field = "query", access = "read" }]`,
      }),
      policy("not_listed", "search"),
    );
    const result = await perspt(["mcp", "inspect", "--json"]);
    expect(result.code).toBe(0);
    expect(result.stderr).toBe("");
    const [server] = serversOf(result);
    expect(server).toMatchObject({
      id: "docs",
      transport: "stdio",
      state: "ready",
      protocolVersion: "2026-07-28",
      endpointIdentity: textLike(/^sha256:[0-9a-f]{64}$/),
      policyDigest: textLike(/^sha256:[0-9a-f]{64}$/),
      unusedPolicies: ["not_listed"],
      diagnostics: [],
      stderrTail: "",
      error: null,
    });
    expect(server?.admitted[0]).toMatchObject({
      operation: "mcp.docs.search",
      remoteName: "search",
      alias: "mcp__docs__search",
      source: "tool",
      effect: "search",
      risk: "low",
      footprint: {
        selectors: [{ kind: "scoped_argument", family: "docs", field: "query", access: "read" }],
      },
      digest: textLike(/^sha256:[0-9a-f]{64}$/),
    });
    expect(server?.admitted.slice(1).map(({ operation, source }) => [operation, source])).toEqual(
      [
        "_perspt_resources_list",
        "_perspt_resource_templates_list",
        "_perspt_resource_read",
        "_perspt_prompts_list",
        "_perspt_prompt_get",
        "_perspt_complete",
      ].map((name) => [`mcp.docs.${name}`, "client"]),
    );
    expect(server?.rejected.map(({ remoteName, code }) => [remoteName, code])).toEqual([
      ["announce_tools", "undeclared_tool"],
      ["announce_guide", "undeclared_tool"],
    ]);
  });

  test("is shown to people with the TOML that would admit what was not", async () => {
    const { perspt, configure } = workplace();
    configure(fixtureServer("docs", "echo"));
    const shown = await perspt(["mcp", "inspect"]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^docs {2}ready {2}stdio · 2026-07-28 · .* · agent mode$/m);
    expect(shown.stdout).toMatch(/^ {2}echo +undeclared_tool +No policy table/m);
    expect(shown.stdout).toContain('  [external_tools.tools."echo"]\n');
  });

  test("is held to the ceiling of the mode that is asked for", async () => {
    const { perspt, configure } = workplace();
    configure(
      fixtureServer("both", "echo", { lines: ['modes = ["agent", "chat"]'] }),
      policy("echo", "data_write", { selectors: `[{ kind = "opaque_workspace" }]` }),
      fixtureServer("agents", "echo"),
    );
    const [agent] = serversOf(await perspt(["mcp", "inspect", "both", "--json"]));
    expect(agent?.admitted.map(({ operation }) => operation)).toEqual(["mcp.both.echo"]);
    const result = await perspt(["mcp", "inspect", "--mode", "chat", "--json"]);
    const [both, agents] = serversOf(result);
    expect(both?.rejected).toMatchObject([{ remoteName: "echo", code: "effect_not_granted" }]);
    expect(agents).toMatchObject({ state: "not_enabled", error: { code: "not_enabled" } });
    expect(result.code).toBe(0);
  });
});

describe("hints", () => {
  test("every hint of a rejection loads when it is pasted under its server (report 16)", async () => {
    const { perspt, configure } = workplace();
    const table = fixtureServer("docs", "hostile-catalog");
    configure(table);
    const [server] = serversOf(await perspt(["mcp", "inspect", "--json"]));
    expect(server?.rejected.length).toBeGreaterThan(10);
    for (const { remoteName, hint } of server?.rejected ?? []) {
      expect([remoteName, parseConfig(`${table}\n\n${hint}\n`, "pasted.toml")]).toMatchObject([
        remoteName,
        { kind: "valid" },
      ]);
    }
  });

  test("an undeclared tool is admitted by its own hint", async () => {
    const { perspt, configure } = workplace();
    const table = fixtureServer("docs", "echo");
    configure(table);
    const [before] = serversOf(await perspt(["mcp", "inspect", "--json"]));
    configure(table, before?.rejected[0]?.["hint"] ?? "");
    const [after] = serversOf(await perspt(["mcp", "inspect", "--json"]));
    expect(after?.admitted.map(({ operation }) => operation)).toEqual(["mcp.docs.echo"]);
  });
});

describe("servers that fail leave the report of the others whole (report 4, exit 4)", () => {
  const failing: readonly (readonly [
    name: string,
    table: (place: Workplace) => string,
    code: string,
    alone: number,
  ])[] = [
    [
      "a program that is not there",
      () => stdioServer("bad", ["no-such-program"]),
      "program_not_found",
      4,
    ],
    [
      "a source variable that is not set",
      () => fixtureServer("bad", "echo", { lines: ['env_from_env = { TOKEN = "UNSET_SOURCE" }'] }),
      "missing_env_source",
      2,
    ],
    ["a closed port", () => httpServer("bad", "http://127.0.0.1:9/mcp"), "unreachable", 4],
    [
      "a server that exits at once",
      () => fixtureServer("bad", "exits-at-once"),
      "server_exited",
      4,
    ],
    [
      "a silent server",
      () => fixtureServer("bad", "silent", { lines: ["timeout_ms = 700"] }),
      "timeout",
      4,
    ],
    ["an older server", () => fixtureServer("bad", "legacy"), "incompatible_protocol", 4],
    [
      "an older server that ends itself",
      () => fixtureServer("bad", "legacy-that-exits"),
      "incompatible_protocol",
      4,
    ],
    [
      "a server that prints for ever",
      () => fixtureServer("bad", "noisy-stdout", { args: ["--lines", "1000"] }),
      "server_too_noisy",
      4,
    ],
  ];
  test.each(failing)("%s", async (_name, table, code, alone) => {
    const place = workplace();
    place.configure(
      fixtureServer("first", "echo"),
      policy("echo", "search"),
      table(place),
      fixtureServer("last", "echo"),
      policy("echo", "search"),
    );
    const result = await place.perspt(["mcp", "inspect", "--json"]);
    const servers = serversOf(result);
    expect(servers.map(({ id, state }) => [id, state])).toEqual([
      ["first", "ready"],
      ["bad", "failed"],
      ["last", "ready"],
    ]);
    expect(servers[1]?.error).toMatchObject({ code, message: textLike(/\w/) });
    expect(servers.map(({ admitted }) => admitted.length)).toEqual([1, 0, 1]);
    expect(result.code).toBe(4);
    expect(errorOf(result)).toEqual({
      code: "servers_failed",
      message: "1 of 3 servers cannot be used: bad.",
      hint: null,
    });
    const single = await place.perspt(["mcp", "inspect", "bad", "--json"]);
    expect([single.code, errorOf(single)]).toMatchObject([alone, { code }]);
  });

  test("the end of a dead server's standard error is in its report, made safe (report 25)", async () => {
    const { perspt, configure } = workplace();
    configure(fixtureServer("bad", "exits-at-once", { args: ["--words", "no \u001b[2Jlicence"] }));
    const result = await perspt(["mcp", "inspect", "--json"]);
    expect(serversOf(result)[0]?.["stderrTail"]).toBe("no \u001b[2Jlicence\n");
    expect(result.stdout).toContain("no \\u001b[2Jlicence");
    const shown = await perspt(["mcp", "inspect"]);
    expect(shown.stdout).toContain("    no \\u001b[2Jlicence\n");
    expect(`${result.stdout}${shown.stdout}${shown.stderr}`).not.toContain("\u001b");
  });

  test("a missing source variable names source and target, and where they stand (report 22)", async () => {
    const { perspt, configure, configFile } = workplace();
    configure(
      fixtureServer("docs", "echo", { lines: ['env_from_env = { TOKEN = "UNSET_SOURCE" }'] }),
    );
    const error = errorOf(await perspt(["mcp", "inspect", "docs", "--json"]));
    expect(error).toMatchObject({ code: "missing_env_source" });
    const text = JSON.stringify(error);
    expect(text).toContain("UNSET_SOURCE");
    expect(text).toContain("TOKEN");
    expect(text).toContain(`${configFile}:5:`);
  });

  test("401 is exit 3, and names the header's source variable (report 19)", async () => {
    const server = await startFixture("status-code", ["--status", "401"]);
    try {
      const { perspt, configure } = workplace();
      configure(
        httpServer("records", server.url, ['headers_from_env = { Authorization = "RECORDS_KEY" }']),
      );
      const result = await perspt(["mcp", "inspect", "--json"], {
        environment: { RECORDS_KEY: "Bearer s3cret-token" },
      });
      expect(result.code).toBe(3);
      expect(errorOf(result)).toMatchObject({ code: "auth_required" });
      expect(result.stderr).toContain("RECORDS_KEY");
      expect(`${result.stdout}${result.stderr}`).not.toContain("s3cret-token");
    } finally {
      await server.stop();
    }
  });
});

test("a banner on standard output is counted and shown, and disturbs nothing (report 1)", async () => {
  const { perspt, configure } = workplace();
  configure(fixtureServer("noisy", "banner-printer"), policy("echo", "search"));
  const result = await perspt(["mcp", "inspect", "--json"]);
  const [server] = serversOf(result);
  expect([result.code, server?.state, server?.admitted.length]).toEqual([0, "ready", 1]);
  expect(JSON.stringify(server?.["diagnostics"])).toContain("Azure MCP v1.2");
  const shown = await perspt(["mcp", "inspect"]);
  expect(shown.stdout).toContain("Noticed");
  expect(`${result.stdout}${shown.stdout}`).not.toContain("\u001b");
});

test("a hostile catalog admits its healthy tool, and its words stay words (reports 8, 10, 25)", async () => {
  const { perspt, configure } = workplace();
  configure(
    fixtureServer("docs", "hostile-catalog"),
    policy("healthy", "search"),
    policy("escapes", "search"),
    policy("says_read_only", "search"),
  );
  const result = await perspt(["mcp", "inspect", "--json"]);
  const [server] = serversOf(result);
  expect(server?.admitted.map(({ remoteName }) => remoteName)).toEqual([
    "healthy",
    "says_read_only",
    "escapes",
  ]);
  const shown = await perspt(["mcp", "inspect", "--verbose"]);
  expect(`${result.stdout}${shown.stdout}`).not.toContain("\u001b");
});

test("a server that is not configured is a mistyped line, with what was meant", async () => {
  const { perspt, configure } = workplace();
  configure(fixtureServer("docs", "echo"));
  const result = await perspt(["mcp", "inspect", "dosc", "--json"]);
  expect(result.code).toBe(1);
  expect(errorOf(result)).toMatchObject({ code: "no_such_server", hint: "Did you mean docs?" });
});

test("no servers are an empty list, and not an error", async () => {
  const { perspt, configure } = workplace();
  configure("");
  const result = await perspt(["mcp", "inspect", "--json"]);
  expect(result).toEqual({ code: 0, stdout: '{"schemaVersion":1,"servers":[]}\n', stderr: "" });
  expect((await perspt(["mcp", "inspect"])).stdout).toMatch(/^No servers: /);
});
