import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf, type RunResult } from "./support/run-program.js";
import { fixtureServer } from "./support/server-tables.js";
import { workplace } from "./support/workplace.js";

const ref = (name: string) => `\u{24}{${name}}`;

/** Settings as VS Code has them. */
const VSCODE = `{
  // What is asked for.
  "inputs": [{ "type": "promptString", "id": "docs-key", "password": true }],
  "servers": {
    "github": {
      "type": "http",
      "url": "https://api.example.test/mcp/",
      "headers": { "Authorization": "Bearer hidden-token" },
    },
    "My Docs": {
      "command": "npx",
      "args": ["-y", "docs-server"],
      "env": { "DOCS_KEY": "${ref("input:docs-key")}", "LEVEL": "hidden-level" },
      "cwd": "/hidden",
    },
    "old": { "type": "sse", "url": "https://x.test/sse" },
    "off": { "command": "x", "disabled": true },
  },
}
`;

const TABLES = `[[external_tools]]
id = "github"
transport = "streamable_http"
url = "https://api.example.test/mcp/"
headers_from_env = { Authorization = "GITHUB_AUTHORIZATION" }

[[external_tools]]
id = "My-Docs"
transport = "stdio"
command = ["npx", "-y", "docs-server"]
env_from_env = { DOCS_KEY = "DOCS_KEY", LEVEL = "LEVEL" }
`;

function expectNoSecret({ stdout, stderr }: RunResult): void {
  expect(`${stdout}${stderr}`).not.toContain("hidden");
}

describe("mcp import", () => {
  test("adds what it can to the file in place, says which variables to set, and names the rest with the reason", async () => {
    const { perspt, configure, configFile, write } = workplace();
    const mine = `# mine\n${fixtureServer("box", "toolbox")}`;
    configure(mine);
    write("work/.vscode/mcp.json", VSCODE);
    const environment = { LEVEL: "hidden-level" };
    const result = await perspt(["mcp", "import", ".vscode/mcp.json"], { environment });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expectNoSecret(result);
    expect(readFileSync(configFile, "utf8")).toBe(`${mine}\n\n${TABLES}`);
    expect(result.stdout).toMatch(
      /^Added 2 of 4 servers of \S+mcp\.json to \S+config\.toml, from line 7\.\n/,
    );
    expect(result.stdout).toMatch(
      /GITHUB_AUTHORIZATION +not set +github: Authorization +the value that mcp\.json has there/,
    );
    expect(result.stdout).toMatch(
      /DOCS_KEY +not set +My-Docs: DOCS_KEY +what that program asks for as "docs-key"/,
    );
    expect(result.stdout).toMatch(/LEVEL +set /);
    expect(result.stdout).toMatch(/My Docs\.cwd +a program starts in/);
    expect(result.stdout).toMatch(/old +its transport, SSE, belongs to older protocols/);
    expect(result.stdout).toMatch(/off +it is switched off there/);
    expect(result.stdout).toContain(
      "Next: `perspt mcp policy github`, `perspt mcp policy My-Docs`.",
    );
    expect((await perspt(["config", "check"])).stdout).toContain("3 servers: box, github, My-Docs");
    // What is there stays as it is.
    const again = await perspt(["mcp", "import", ".vscode/mcp.json"], { environment });
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/github +there is a server github already, which stays as it is/);
    expect(readFileSync(configFile, "utf8")).toBe(`${mine}\n\n${TABLES}`);
  });

  test("--dry-run prints the TOML alone on standard output, and writes nothing", async () => {
    const { perspt, configFile, write } = workplace();
    const file = write("mcp.json", VSCODE);
    const result = await perspt(["mcp", "import", file, "--dry-run"]);
    expect([result.code, result.stdout]).toEqual([0, TABLES]);
    expect(result.stderr).toContain("2 of 4 servers");
    expectNoSecret(result);
    expect(existsSync(configFile)).toBe(false);
  });

  test("under --json is one document", async () => {
    const { perspt, configFile, write } = workplace();
    const file = write(
      "config.toml",
      '[mcp_servers.remote]\nurl = "https://x.test/mcp"\nbearer_token_env_var = "REMOTE_TOKEN"\nenabled_tools = ["a"]\n',
    );
    const document = documentOf(await perspt(["mcp", "import", file, "--json"]));
    expect(document).toMatchObject({
      schemaVersion: 1,
      source: file,
      key: "mcp_servers",
      file: configFile,
      added: [
        {
          id: "remote",
          name: "remote",
          transport: "streamable_http",
          variables: [
            {
              name: "REMOTE_AUTHORIZATION",
              target: "Authorization",
              set: false,
              content: { kind: "prefixed", prefix: "Bearer", variable: "REMOTE_TOKEN" },
            },
          ],
        },
      ],
      skipped: [
        {
          server: "remote",
          field: "enabled_tools",
          code: null,
          reason: "what a tool may do is said by policies that you write",
        },
      ],
      line: document["line"],
    });
    expect(readFileSync(configFile, "utf8")).toContain("# Perspt reads this one file");
  });

  test("fails where nothing can be taken over, and still says why (exit 1)", async () => {
    const { perspt, configFile, write } = workplace();
    const file = write(
      "mcp.json",
      '{"mcpServers":{"old":{"type":"sse","url":"https://x.test/?token=hidden"}}}',
    );
    const result = await perspt(["mcp", "import", file, "--json"]);
    expect([result.code, errorOf(result)]).toMatchObject([1, { code: "nothing_imported" }]);
    expect(documentOf(result)).toMatchObject({
      added: [],
      skipped: [{ code: "unsupported_transport" }],
    });
    expectNoSecret(result);
    expect(existsSync(configFile)).toBe(false);
  });

  test("says of a file that it cannot read what is the matter, and repeats nothing of it", async () => {
    const { perspt, path, write } = workplace();
    const cases: readonly (readonly [string, string])[] = [
      [path("gone"), "cannot be read: there is no such file."],
      [path("home"), "cannot be read: it is a directory."],
      [
        write("a.json", '{"mcpServers": {"a": hidden}}'),
        "It is no JSON that can be read; look at line 1, column 22.",
      ],
      [write("b.toml", "token = hidden"), "It is neither JSON nor TOML; look at line 1, column 9."],
      [write("c.json", '{"hidden": 1}'), "It names no servers."],
    ];
    for (const [file, words] of cases) {
      const result = await perspt(["mcp", "import", file]);
      expect(result.code).toBe(1);
      expect(result.stderr).toContain(words);
      expectNoSecret({ ...result, stderr: result.stderr.replaceAll(file, "") });
    }
  });
});
