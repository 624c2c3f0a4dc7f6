import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf } from "./support/run-program.js";
import { fixtureServer, policy, stdioServer } from "./support/server-tables.js";
import { workplace } from "./support/workplace.js";

describe("config init", () => {
  test("writes a file that loads, for its owner alone, and makes the state directory", async () => {
    const { perspt, configFile, stateDirectory, path } = workplace();
    const result = await perspt(["config", "init"]);
    expect(result).toEqual({
      code: 0,
      stdout: `Wrote ${configFile}\nEdit it, or add servers with \`perspt mcp add\` and \`perspt mcp import\`; then try \`perspt config check\` and \`perspt mcp inspect\`.\n`,
      stderr: "",
    });
    expect(statSync(configFile).mode & 0o777).toBe(0o600);
    for (const directory of [path("xdg-config/perspt"), stateDirectory]) {
      expect(statSync(directory).mode & 0o777).toBe(0o700);
    }
    expect((await perspt(["config", "check"])).code).toBe(0);
    expect(documentOf(await perspt(["mcp", "list", "--json"]))).toEqual({
      schemaVersion: 1,
      servers: [],
    });
  });

  test("leaves nothing but the one file, and never half of it", async () => {
    const { perspt, path } = workplace();
    const results = await Promise.all([1, 2, 3].map(() => perspt(["config", "init"])));
    expect(results.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(readdirSync(path("xdg-config/perspt"))).toEqual(["config.toml"]);
    expect((await perspt(["config", "check"])).code).toBe(0);
  });

  test("replaces nothing", async () => {
    const { perspt, configure, configFile } = workplace();
    configure("# mine");
    const result = await perspt(["config", "init", "--json"]);
    expect(result.code).toBe(1);
    expect(errorOf(result)).toMatchObject({ code: "config_exists" });
    expect(readFileSync(configFile, "utf8")).toBe("# mine\n");
  });

  test("honours --config, and says what is in the way", async () => {
    const { perspt, path, write } = workplace();
    expect((await perspt(["config", "init", "--config", path("mine/c.toml")])).code).toBe(0);
    const file = write("file", "");
    const result = await perspt(["config", "init", "--config", `${file}/c.toml`]);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("a part of its path is no directory");
  });
});

describe("a configuration that is not there or does not load (exit 2)", () => {
  test("a missing file says where it was looked for and how to make one", async () => {
    const { perspt, configFile } = workplace();
    for (const words of [
      ["mcp", "list"],
      ["mcp", "inspect"],
      ["mcp", "call", "mcp.a.b"],
      ["config", "check"],
    ]) {
      expect(await perspt(words)).toEqual({
        code: 2,
        stdout: "",
        stderr: `perspt: There is no configuration file at ${configFile}.\n  \`perspt config init --config ${configFile}\` writes a first one there; --config FILE names another.\n`,
      });
    }
  });

  test("never reads a file of the working directory", async () => {
    const { perspt, write } = workplace();
    write("work/config.toml", fixtureServer("planted", "echo"));
    write("work/.perspt/config.toml", fixtureServer("planted", "echo"));
    expect((await perspt(["mcp", "list"])).code).toBe(2);
  });

  test("everything that is wrong is reported, with file, line, column, table and key (report 16)", async () => {
    const { perspt, configure, configFile } = workplace();
    configure(
      stdioServer("docs", ["x"], ['url = "http://localhost/"', 'timeout_ms = "fast"']),
      stdioServer("DOCS", ["x"], ["unknown_key = 1"]),
    );
    const result = await perspt(["mcp", "list", "--json"]);
    expect(result.code).toBe(2);
    const { problems } = documentOf(result);
    expect(problems).toMatchObject([
      { file: configFile, line: 5, column: 1, key: "url", code: "transport_conflict" },
      { line: 6, key: "timeout_ms", code: "wrong_type", fix: "Write `timeout_ms = 30000`." },
      { line: 9, table: '[[external_tools]] "DOCS"', code: "duplicate_id" },
      { line: 12, key: "unknown_key", code: "unknown_key", fix: "Remove `unknown_key`." },
    ]);
    const shown = await perspt(["mcp", "list"]);
    expect(shown.stdout).toBe("");
    expect(shown.stderr).toContain(
      `${configFile}:6:1: [[external_tools]] "docs" timeout_ms: expected`,
    );
    expect(shown.stderr).toContain(`${configFile}:12:`);
  });

  test("config check tells a good file from a bad one by exit code, and takes any file", async () => {
    const { perspt, write } = workplace();
    const good = write("good.toml", `${fixtureServer("a", "echo")}\n${policy("echo", "search")}\n`);
    const bad = write("bad.toml", "[[external_tools]]\nid = 3\n");
    expect(await perspt(["config", "check", good])).toEqual({
      code: 0,
      stdout: `ok ${good} loads, with 1 server: a.\n`,
      stderr: "",
    });
    expect((await perspt(["config", "check", bad])).code).toBe(2);
    expect(documentOf(await perspt(["config", "check", good, "--json"]))).toEqual({
      schemaVersion: 1,
      file: good,
      problems: [],
      warnings: [],
      servers: ["a"],
    });
  });

  test("a directory, and bytes that are no text, are problems and no crash", async () => {
    const { perspt, path } = workplace();
    const directory = await perspt(["mcp", "list", "--config", path("home")]);
    expect(directory.code).toBe(2);
    expect(directory.stderr).toContain("it is a directory");
    writeFileSync(path("binary.toml"), Buffer.from([0x69, 0x64, 0xff, 0xfe]));
    const binary = await perspt(["mcp", "list", "--config", path("binary.toml"), "--json"]);
    expect(binary.code).toBe(2);
    expect(errorOf(binary)).toMatchObject({ code: "invalid_encoding" });
  });
});

test("mcp list shows what the file says, starts nothing, and no value of any variable", async () => {
  const { perspt, configure, path } = workplace();
  configure(
    fixtureServer("docs", "toolbox", {
      args: ["--effects", path("effects")],
      lines: ['modes = ["agent", "chat"]', 'env_from_env = { TOKEN = "DOCS_TOKEN" }'],
    }),
    policy("count", "data_write", { selectors: '[{ kind = "opaque_workspace" }]' }),
    stdioServer(
      "gone",
      ["no-such-program", "two words"],
      ['env_from_env = { A = "UNSET_VARIABLE" }'],
    ),
  );
  const options = { environment: { DOCS_TOKEN: "s3cret-value" } };
  const result = await perspt(["mcp", "list", "--json"], options);
  expect(result.code).toBe(0);
  expect(documentOf(result)).toMatchObject({
    servers: [
      {
        id: "docs",
        transport: "stdio",
        modes: ["agent", "chat"],
        policies: ["count"],
        variables: [{ name: "DOCS_TOKEN", set: true }],
      },
      { id: "gone", variables: [{ name: "UNSET_VARIABLE", set: false }] },
    ],
  });
  const shown = await perspt(["mcp", "list"], options);
  expect(shown.stdout).toContain('no-such-program "two words"');
  expect(shown.stdout).toContain("UNSET_VARIABLE (not set)");
  expect(`${result.stdout}${shown.stdout}`).not.toContain("s3cret-value");
  configure(stdioServer("open", ["server", "--api-key", "s3cret-value"]));
  for (const words of [
    ["mcp", "list"],
    ["mcp", "list", "--json"],
  ]) {
    const { stdout, stderr } = await perspt(words);
    expect(stdout).toContain("(not shown)");
    expect(`${stdout}${stderr}`).not.toContain("s3cret-value");
  }
});
