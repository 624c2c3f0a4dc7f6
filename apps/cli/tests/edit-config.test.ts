import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { parseObject } from "./support/matchers.js";
import { documentOf, errorOf } from "./support/run-program.js";
import { fixtureServer, policy } from "./support/server-tables.js";
import { workplace } from "./support/workplace.js";

describe("mcp add", () => {
  test("writes a server that list and inspect know at once, and says what comes next", async () => {
    const place = workplace();
    const { perspt, configFile } = place;
    const words = ["--", process.execPath, fixture("toolbox"), "--effects", place.path("e")];
    const result = await perspt([
      "mcp",
      "add",
      "box",
      "--mode",
      "agent",
      "--mode",
      "chat",
      ...words,
    ]);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).toContain(`Added box to ${configFile}, line `);
    expect(result.stdout).toContain(
      "Next: `perspt mcp policy box`. Nothing of the server is admitted until the file has a policy for each tool.",
    );
    expect(documentOf(await perspt(["mcp", "list", "--json"]))).toMatchObject({
      servers: [{ id: "box", modes: ["agent", "chat"], command: words.slice(1) }],
    });
    expect((await perspt(["mcp", "inspect", "box"])).code).toBe(0);
    // The new file is the one of `config init`, for its owner alone.
    expect(readFileSync(configFile, "utf8")).toContain("# Perspt reads this one file");
    expect(statSync(configFile).mode & 0o777).toBe(0o600);
  });

  test("keeps every byte of the file, its mode, and the link that it may be", async () => {
    const { perspt, path, write, configFile } = workplace();
    const before = "\uFEFF# mine, with CRLF\r\n[chat] # and no line end behind it";
    const target = write("dotfiles/config.toml", before);
    write("xdg-config/perspt/other", "");
    symlinkSync(target, configFile);
    chmodSync(target, 0o640);
    const pair = ["--header-from", "Authorization=DOCS_AUTHORIZATION"];
    const result = await perspt(["mcp", "add", "docs", "--url", "https://x.test/mcp", ...pair]);
    expect(result.code).toBe(0);
    expect(readFileSync(target, "utf8")).toBe(
      [
        before,
        "",
        "[[external_tools]]",
        'id = "docs"',
        'transport = "streamable_http"',
        'url = "https://x.test/mcp"',
        'headers_from_env = { Authorization = "DOCS_AUTHORIZATION" }',
        "",
      ].join("\r\n"),
    );
    expect(lstatSync(configFile).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(readdirSync(path("dotfiles"))).toEqual(["config.toml"]);
    expect(result.stdout).toContain("Set DOCS_AUTHORIZATION where perspt starts.");
  });

  test("under --json is one document", async () => {
    const { perspt, configFile } = workplace();
    const words = [
      "mcp",
      "add",
      "docs",
      "--env-from",
      "A=B",
      "--env-from=C=B",
      "--json",
      "--",
      "x",
    ];
    expect(documentOf(await perspt(words, { environment: { B: "hidden" } }))).toMatchObject({
      schemaVersion: 1,
      server: "docs",
      file: configFile,
      modes: [],
      variables: [
        { target: "A", name: "B", set: true },
        { target: "C", name: "B", set: true },
      ],
    });
  });

  const refusals: readonly (readonly [line: string, code: string, hint: string])[] = [
    [
      "docs -- x",
      "server_exists",
      "Choose another name, or take that one away with `perspt mcp remove docs`.",
    ],
    [
      "DOCS -- x",
      "server_exists",
      "Choose another name, or take that one away with `perspt mcp remove docs`.",
    ],
    ["my.docs -- x", "invalid_value", "Name it my-docs."],
    ["new", "usage", "`perspt mcp add new -- CMD…` or `perspt mcp add new --url URL`."],
    [
      "new --url https://x.test -- x",
      "usage",
      "`perspt mcp add new -- CMD…` or `perspt mcp add new --url URL`.",
    ],
    ["new --url http://x.test/", "plaintext_endpoint", "Write --url https://x.test/."],
    [
      "new --url https://x.test --env-from A=B",
      "usage",
      "--header-from NAME=SOURCE sends it a header.",
    ],
    ["new --header-from A=B -- x", "usage", "--env-from TARGET=SOURCE gives it a variable."],
    [
      "new --env-from TOKEN -- x",
      "usage",
      "SOURCE is the name of the variable that holds the value, such as --env-from DOCS_TOKEN=COMPANY_DOCS_TOKEN.",
    ],
    ["new --env-from A=B --env-from A=C -- x", "usage", "Name it once."],
    [
      "new --env-from TOKEN=sk-hidden -- x",
      "literal_secret",
      "Put the value into a variable and name that: --env-from TARGET=SOURCE.",
    ],
    [
      "new --header-from Host=H --url https://x.test",
      "reserved_header",
      "Put the value into a variable and name that: --header-from NAME=SOURCE.",
    ],
    [
      "new -- x --token=sk-hidden",
      "secret_in_file",
      "Pass the secret by a variable that the program reads: --env-from TARGET=SOURCE.",
    ],
    [
      "new --url https://x.test/?token=sk-hidden",
      "secret_in_file",
      "Send the secret in a header: --header-from NAME=SOURCE.",
    ],
    [
      "new -- ./server",
      "relative_program",
      "Write the program's absolute path, or a bare name that is found in PATH.",
    ],
    [
      "new -e TOKEN=sk-hidden -- x",
      "usage",
      "No value stands in the configuration: `--env-from TARGET=SOURCE` names the variable that holds it.",
    ],
    [
      "new --header=Authorization=sk-hidden",
      "usage",
      "No value stands in the configuration: `--header-from NAME=SOURCE` names the variable that holds it.",
    ],
    ["new --mode root -- x", "usage", "`perspt mcp add --help` shows what is accepted."],
  ];
  test.each(refusals)("refuses: %s", async (line, code, hint) => {
    const { perspt, configure, configFile } = workplace();
    configure("# mine", fixtureServer("docs", "echo"));
    const before = readFileSync(configFile, "utf8");
    const result = await perspt(["mcp", "add", "--json", ...line.split(" ")]);
    expect([result.code, errorOf(result)]).toMatchObject([1, { code, hint }]);
    expect(`${result.stdout}${result.stderr}`).not.toContain("hidden");
    expect(readFileSync(configFile, "utf8")).toBe(before);
  });

  test("names in a refusal what would be accepted", async () => {
    const { perspt } = workplace();
    for (const words of [
      ["my.docs", "--", "x"],
      ["new", "--url", "http://x.test/mcp"],
    ]) {
      const refusal = errorOf(await perspt(["mcp", "add", "--json", ...words]));
      const { hint } = parseObject(JSON.stringify(refusal));
      const [, name] = /^Name it (\S+)\.$/.exec(String(hint)) ?? [];
      const [, url] = /^Write --url (\S+)\.$/.exec(String(hint)) ?? [];
      const mended = name === undefined ? ["new", "--url", String(url)] : [name, "--", "x"];
      expect((await perspt(["mcp", "add", ...mended])).code).toBe(0);
    }
  });

  test("changes nothing of a file that does not load, and makes none for a server that would not (exit 2, exit 1)", async () => {
    const { perspt, write, configFile } = workplace();
    expect((await perspt(["mcp", "add", "a b", "--", "x"])).code).toBe(1);
    expect(existsSync(configFile)).toBe(false);
    write("xdg-config/perspt/config.toml", "[chat]\nx = 1\n");
    const result = await perspt(["mcp", "add", "docs", "--", "x"]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("config.toml:2:1: [chat] x: expected one of the keys");
    expect(readFileSync(configFile, "utf8")).toBe("[chat]\nx = 1\n");
  });

  test("says so of a link that leads nowhere, and of a directory that takes no file", async () => {
    const { perspt, path, write, configFile } = workplace();
    write("xdg-config/perspt/other", "");
    symlinkSync(path("gone"), configFile);
    const dangling = await perspt(["mcp", "add", "docs", "--json", "--", "x"]);
    expect([dangling.code, errorOf(dangling)]).toMatchObject([1, { code: "config_changed" }]);
    const through = `${write("file", "")}/config.toml`;
    const blocked = await perspt(["mcp", "add", "docs", "--json", "--config", through, "--", "x"]);
    expect(blocked.code).toBe(2);
    expect(errorOf(blocked)).toMatchObject({ code: "config_unreadable" });
  });
});

describe("mcp remove", () => {
  test("takes the server and its policies out, and nothing else", async () => {
    const { perspt, configure, configFile } = workplace();
    const kept = fixtureServer("kept", "echo");
    configure("# mine", fixtureServer("docs", "echo"), policy("echo", "search"), `# kept\n${kept}`);
    chmodSync(configFile, 0o644);
    const result = await perspt(["mcp", "remove", "docs"]);
    expect(result).toEqual({
      code: 0,
      stdout: `Removed docs from ${configFile}, with 1 policy.\nWhat it did stays in the journals.\n`,
      stderr: "",
    });
    expect(readFileSync(configFile, "utf8")).toBe(`# mine\n\n# kept\n${kept}\n`);
    expect(statSync(configFile).mode & 0o777).toBe(0o644);
    expect(readdirSync(dirname(configFile))).toEqual(["config.toml"]);
  });

  test("suggests the name that was meant, and changes nothing", async () => {
    const { perspt, configure, configFile } = workplace();
    configure(fixtureServer("docs", "echo"));
    const before = readFileSync(configFile, "utf8");
    const result = await perspt(["mcp", "remove", "dcos", "--json"]);
    expect([result.code, errorOf(result)]).toEqual([
      1,
      {
        code: "no_such_server",
        message: `There is no server "dcos". ${configFile} was left as it is.`,
        hint: "Did you mean docs?",
      },
    ]);
    expect(readFileSync(configFile, "utf8")).toBe(before);
  });

  test("needs a file, and makes none", async () => {
    const { perspt, configFile } = workplace();
    expect((await perspt(["mcp", "remove", "docs"])).code).toBe(2);
    expect(existsSync(configFile)).toBe(false);
  });

  test("several at once leave a file that loads, and whoever came too late is told", async () => {
    const { perspt, configure, configFile } = workplace();
    configure(...["a", "b", "c", "d"].map((id) => fixtureServer(id, "echo")));
    const results = await Promise.all(["a", "b", "c"].map((id) => perspt(["mcp", "remove", id])));
    for (const { code, stderr } of results) {
      if (code !== 0) expect(stderr).toContain("was changed by somebody else just now");
    }
    expect((await perspt(["config", "check"])).code).toBe(0);
    expect(readFileSync(configFile, "utf8")).toContain('id = "d"');
  });
});
