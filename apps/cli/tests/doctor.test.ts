import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fixture, recordStdin, startFixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf, PROGRAM, type RunResult } from "./support/run-program.js";
import { fixtureServer, httpServer, policy, stdioServer } from "./support/server-tables.js";
import { workplace } from "./support/workplace.js";

interface Check {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly fixes: readonly { readonly kind: string; readonly text: string }[];
}

interface Document {
  readonly checks: readonly Check[];
  readonly servers: readonly {
    readonly id: string;
    readonly status: string;
    readonly checks: readonly Check[];
  }[];
}

function read(result: RunResult): Document {
  return documentOf(result) as unknown as Document;
}

/** Name and status of each check of a server. */
function statuses(document: Document, id: string): Readonly<Record<string, string>> {
  const server = document.servers.find((each) => each.id === id);
  return Object.fromEntries(server?.checks.map(({ check, status }) => [check, status]) ?? []);
}

function find(document: Document, name: string): Check {
  const all = [...document.checks, ...document.servers.flatMap(({ checks }) => checks)];
  const found = all.find(({ check }) => check === name);
  if (found === undefined) throw new Error(`there is no check ${name}`);
  return found;
}

const WELL = {
  program: "ok",
  variables: "ok",
  connection: "ok",
  protocol: "ok",
  capabilities: "ok",
  policies: "ok",
  footprints: "ok",
  subscriptions: "ok",
};

const NOT_REACHED_AFTER_VARIABLES = {
  connection: "not_reached",
  protocol: "not_reached",
  capabilities: "not_reached",
  policies: "not_reached",
  footprints: "not_reached",
  subscriptions: "not_reached",
};

const LIBRARY = [
  policy("search", "search"),
  policy("announce_tools", "search"),
  policy("announce_guide", "search"),
];

test("servers that are well pass every check, over both transports (exit 0), and nothing of it stays on the disk", async () => {
  const remote = await startFixture("library");
  try {
    const place = workplace();
    place.configure(
      fixtureServer("near", "library", {
        lines: ['resource_subscriptions = ["file:///library/guide.md"]'],
      }),
      ...LIBRARY,
      httpServer("far", remote.url),
      ...LIBRARY,
    );
    const result = await place.perspt(["mcp", "doctor", "--json"]);
    expect(result.code).toBe(0);
    const document = read(result);
    expect(statuses(document, "near")).toEqual(WELL);
    expect(statuses(document, "far")).toEqual(WELL);
    expect(find(document, "subscriptions").detail).toBe("acknowledged");
    expect(document.checks.map(({ check, status }) => [check, status])).toEqual([
      ["configuration", "ok"],
      ["journal", "ok"],
      ["terminal", "warn"],
    ]);
    expect(existsSync(place.stateDirectory)).toBe(false);
  } finally {
    await remote.stop();
  }
});

test("for people, the checks stand in their order under each other with words, whatever the colours", async () => {
  const place = workplace();
  place.configure(fixtureServer("docs", "library"), ...LIBRARY, stdioServer("gone", ["no-such"]));
  const { stdout, code } = await place.perspt(["mcp", "doctor"]);
  expect(code).toBe(4);
  expect(stdout).toMatch(/^ {2}program {8}ok {11}\/.*node/m);
  expect(stdout).toMatch(/^ {2}program {8}FAIL {9}\S/m);
  expect(stdout).toMatch(/^ {2}connection {5}not reached {2}because program failed$/m);
  expect(stdout).toMatch(/^ {2}journal {8}ok {11}\S/m);
});

test("no tool is called: the server is sent server/discover, its lists and the subscription alone", async () => {
  const place = workplace();
  const log = place.path("sent.log");
  place.configure(
    stdioServer("docs", recordStdin(log, [process.execPath, fixture("library")])),
    ...LIBRARY,
  );
  expect((await place.perspt(["mcp", "doctor"])).code).toBe(0);
  const methods = readFileSync(log, "utf8").match(/"method":"[^"]+"/g) ?? [];
  expect(new Set(methods)).toEqual(
    new Set([
      '"method":"server/discover"',
      '"method":"tools/list"',
      '"method":"subscriptions/listen"',
      ...methods.filter((method) => method.includes("notifications/cancelled")),
    ]),
  );
});

test("servers are looked at side by side: two that wait for each other are both well", async () => {
  const place = workplace();
  const meeting = (own: string, other: string) => [
    "sh",
    "-c",
    `: > ${place.path(own)}; while [ ! -e ${place.path(other)} ]; do sleep 0.05; done; exec "${process.execPath}" "${fixture("echo")}"`,
  ];
  place.configure(
    stdioServer("first", meeting("a", "b")),
    policy("echo", "search"),
    stdioServer("second", meeting("b", "a")),
    policy("echo", "search"),
  );
  const result = await place.perspt(["mcp", "doctor", "--json"]);
  expect([result.code, read(result).servers.map(({ status }) => status)]).toEqual([
    0,
    ["ok", "ok"],
  ]);
});

test("a server that is not configured is a mistyped line (exit 1); a file that does not load is exit 2, and the rest is looked at", async () => {
  const place = workplace();
  place.configure(fixtureServer("docs", "echo"));
  const mistyped = await place.perspt(["mcp", "doctor", "dosc", "--json"]);
  expect([mistyped.code, errorOf(mistyped)]).toMatchObject([1, { hint: "Did you mean docs?" }]);
  place.configure("[[external_tools]]\nid = 3");
  const broken = await place.perspt(["mcp", "doctor", "--json"]);
  expect(broken.code).toBe(2);
  expect(read(broken).checks.map(({ check, status }) => [check, status])).toEqual([
    ["configuration", "fail"],
    ["journal", "ok"],
    ["terminal", "warn"],
  ]);
});

describe("what fails ends with a fix that mends it", () => {
  test("program: one that may not be run, by the command", async () => {
    const place = workplace();
    const program = place.write(
      "my server",
      `#!${process.execPath}\nimport(${JSON.stringify(fixture("echo"))});\n`,
    );
    place.configure(stdioServer("docs", [program]), policy("echo", "search"));
    const before = read(await place.perspt(["mcp", "doctor", "--json"]));
    expect(find(before, "program")).toMatchObject({ status: "fail", fixes: [{ kind: "command" }] });
    execFileSync("sh", ["-c", find(before, "program").fixes[0]?.text ?? ""]);
    expect((await place.perspt(["mcp", "doctor"])).code).toBe(0);
  });

  test("variables: read from the keyboard by the command, and looked at whatever the program is (report 22)", async () => {
    const place = workplace();
    place.configure(
      fixtureServer("docs", "echo", { lines: ['env_from_env = { TOKEN = "DOCS_TOKEN" }'] }),
      policy("echo", "search"),
      stdioServer("gone", ["no-such"], ['env_from_env = { TOKEN = "DOCS_TOKEN" }']),
    );
    const before = read(await place.perspt(["mcp", "doctor", "--json"]));
    expect(statuses(before, "docs")).toEqual({
      program: "ok",
      variables: "fail",
      ...NOT_REACHED_AFTER_VARIABLES,
    });
    expect(statuses(before, "gone")).toMatchObject({ program: "fail", variables: "fail" });
    const { fixes } = find(before, "variables");
    expect(fixes).toEqual([{ kind: "command", text: "read -rs DOCS_TOKEN && export DOCS_TOKEN" }]);
    const after = execFileSync(
      "bash",
      ["-c", `${fixes[0]?.text}\nexec "${process.execPath}" "${PROGRAM}" mcp doctor docs --json`],
      {
        input: "s3cret-value\n",
        env: place.environment,
        cwd: place.path("work"),
        encoding: "utf8",
      },
    );
    expect(after).toContain('"status":"ok"');
    expect(after).not.toContain('"status":"fail"');
    expect(after).not.toContain("s3cret-value");
  });

  test("connection: a server that is slow to start, by the longer timeout", async () => {
    const place = workplace();
    const table = (lines: readonly string[]) => [
      fixtureServer("docs", "slow-start", { args: ["--milliseconds", "2500"], lines }),
      policy("echo", "search"),
    ];
    place.configure(...table(["timeout_ms = 2000"]));
    const before = read(await place.perspt(["mcp", "doctor", "--json"]));
    expect(find(before, "connection")).toMatchObject({
      status: "fail",
      fixes: [{ kind: "toml", text: "timeout_ms = 4000" }, { kind: "advice" }],
    });
    place.configure(...table([find(before, "connection").fixes[0]?.text ?? ""]));
    expect((await place.perspt(["mcp", "doctor"])).code).toBe(0);
  });

  test("protocol: an older server says what it offers, and is reached (exit 4)", async () => {
    const place = workplace();
    place.configure(fixtureServer("old", "legacy"));
    const result = await place.perspt(["mcp", "doctor", "--json"]);
    expect(result.code).toBe(4);
    const document = read(result);
    expect(statuses(document, "old")).toMatchObject({
      connection: "ok",
      protocol: "fail",
      capabilities: "not_reached",
    });
    expect(find(document, "protocol").detail).toContain("does not speak MCP 2026-07-28");
    expect(find(document, "protocol").fixes[0]?.text).toContain("Upgrade the server to 2026-07-28");
  });

  test("capabilities: a server whose list cannot be read was reached and spoke the protocol", async () => {
    const place = workplace();
    place.configure(fixtureServer("loop", "pages-badly", { args: ["--how", "expires-always"] }));
    const document = read(await place.perspt(["mcp", "doctor", "--json"]));
    expect(statuses(document, "loop")).toMatchObject({
      connection: "ok",
      protocol: "ok",
      capabilities: "fail",
      policies: "not_reached",
    });
  });

  test("policies: a tool without one by the command that proposes it, a mistyped one by its name, a ceiling by the TOML", async () => {
    const place = workplace();
    const server = fixtureServer("docs", "echo");
    place.configure(server, policy("ecoh", "search"));
    const before = find(read(await place.perspt(["mcp", "doctor", "--json"])), "policies");
    expect(before.status).toBe("warn");
    expect(before.fixes).toEqual([
      {
        kind: "toml",
        text: '# In place of [external_tools.tools."ecoh"]:\n[external_tools.tools."echo"]',
      },
      { kind: "command", text: "perspt mcp policy docs" },
    ]);
    const proposed = await place.perspt(["mcp", "policy", "docs"]);
    place.configure(server, proposed.stdout.replaceAll(/^# /gm, ""));
    const after = read(await place.perspt(["mcp", "doctor", "--json"]));
    expect(find(after, "policies").status).toBe("ok");

    place.configure(
      server,
      policy("echo", "data_write", {
        risk: "critical",
        selectors: '[{ kind = "opaque_workspace" }]',
      }),
    );
    const ceiling = read(await place.perspt(["mcp", "doctor", "--json"]));
    expect(find(ceiling, "policies")).toMatchObject({ status: "fail", fixes: [{ kind: "toml" }] });
    const text = readFileSync(place.configFile, "utf8");
    writeFileSync(place.configFile, `${text}\n${find(ceiling, "policies").fixes[0]?.text}\n`);
    const mended = read(await place.perspt(["mcp", "doctor", "--json"]));
    expect(find(mended, "policies").status).toBe("ok");
  });

  test("footprints: a field that the tool does not have, by the table in its place", async () => {
    const place = workplace();
    const server = fixtureServer("docs", "echo");
    place.configure(
      server,
      policy("echo", "search", {
        selectors:
          '[{ kind = "scoped_argument", family = "f", field = "nothing", access = "read" }]',
      }),
    );
    const before = read(await place.perspt(["mcp", "doctor", "--json"]));
    expect(find(before, "policies").status).toBe("ok");
    expect(find(before, "footprints")).toMatchObject({ status: "fail", fixes: [{ kind: "toml" }] });
    place.configure(server, find(before, "footprints").fixes[0]?.text ?? "");
    expect(statuses(read(await place.perspt(["mcp", "doctor", "--json"])), "docs")).toEqual(WELL);
  });

  test("subscriptions: resources that the server does not tell of, by the line", async () => {
    const place = workplace();
    const table = (line: string) => [
      fixtureServer("docs", "echo", { lines: [line] }),
      policy("echo", "search"),
    ];
    place.configure(...table('resource_subscriptions = ["file:///a"]'));
    const before = find(read(await place.perspt(["mcp", "doctor", "--json"])), "subscriptions");
    expect(before.status).toBe("warn");
    place.configure(...table(before.fixes[0]?.text ?? ""));
    const after = find(read(await place.perspt(["mcp", "doctor", "--json"])), "subscriptions");
    expect(after.status).toBe("ok");
  });

  test("journal: a damaged session is set aside by the command, and the directory is tried and left as it was", async () => {
    const place = workplace();
    place.configure(fixtureServer("docs", "echo"), policy("echo", "search"));
    expect((await place.perspt(["mcp", "call", "mcp.docs.echo", "message=x"])).code).toBe(0);
    const well = find(read(await place.perspt(["mcp", "doctor", "--json"])), "journal");
    expect(well).toMatchObject({ status: "ok" });
    expect(well.detail).toContain("1 sessions verify");
    expect(readdirSync(place.stateDirectory).filter((name) => name.startsWith("doctor-"))).toEqual(
      [],
    );
    const [session = ""] = readdirSync(place.path("state/journals"));
    const segment = place.path(`state/journals/${session}/segment-000001.jsonl`);
    writeFileSync(segment, readFileSync(segment, "utf8").replace('"seq":2', '"seq":9'));
    const damaged = await place.perspt(["mcp", "doctor", "--json"]);
    expect([damaged.code, find(read(damaged), "journal").status]).toEqual([4, "fail"]);
    execFileSync("sh", ["-c", find(read(damaged), "journal").fixes[0]?.text ?? ""]);
    expect((await place.perspt(["mcp", "doctor"])).code).toBe(0);
  });
});
