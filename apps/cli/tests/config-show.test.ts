import { describe, expect, test } from "vitest";
import { documentOf, errorOf } from "./support/run-program.js";
import { fixtureServer, policy, stdioServer } from "./support/server-tables.js";
import { workplace } from "./support/workplace.js";

describe("config show", () => {
  test("shows what holds as TOML, each setting with its line, and whether its variables are set", async () => {
    const { perspt, configure, configFile, stateDirectory } = workplace();
    configure(
      '[model]\nprovider = \'openai\'\nmodel = "gpt"\napi_key_env = "MODEL_KEY"',
      stdioServer(
        "docs",
        ["docs-server", "--api-key", "hidden"],
        ['env_from_env = { A = "DOCS_TOKEN", B = "UNSET_TOKEN" }'],
      ),
      policy("search", "search"),
    );
    const environment = { DOCS_TOKEN: "hidden", MODEL_KEY: "hidden" };
    const result = await perspt(["config", "show"], { environment });
    expect(result.code).toBe(0);
    expect(
      result.stdout.startsWith(
        `# configuration: ${configFile}, from XDG_CONFIG_HOME\n# journals: ${stateDirectory}, from PERSPT_STATE_DIR\n\n[model]  # line 1\nprovider = "openai"  # line 2\n`,
      ),
    ).toBe(true);
    for (const line of [
      'api_key_env = "MODEL_KEY"  # line 4, set: MODEL_KEY',
      "[chat]  # default",
      "max_tool_rounds = 8  # default",
      "[[external_tools]]  # line 6",
      'command = ["docs-server", "--api-key", "(not shown)"]  # line 9',
      'env_from_env = { A = "DOCS_TOKEN", B = "UNSET_TOKEN" }  # line 10, set: DOCS_TOKEN, not set: UNSET_TOKEN',
      "timeout_ms = 30000  # default",
      "[external_tools.tools.search]  # line 12",
      'effect = "search"  # line 13',
    ]) {
      expect(result.stdout.split("\n")).toContain(line);
    }
    expect(`${result.stdout}${result.stderr}`).not.toContain("hidden");
  });

  test("what it shows is a configuration that says the same", async () => {
    const { perspt, configure, write } = workplace();
    configure(
      "[chat]\nshow_reasoning = true",
      fixtureServer("docs", "echo"),
      policy("echo", "search"),
    );
    const shown = write("shown.toml", (await perspt(["config", "show"])).stdout);
    const again = documentOf(await perspt(["config", "show", "--json", "--config", shown]));
    const first = documentOf(await perspt(["config", "show", "--json"]));
    expect(again["configuration"]).toEqual(first["configuration"]);
  });

  test("under --json is one document, with the configuration whole and each setting's origin", async () => {
    const { perspt, configure, configFile } = workplace();
    configure(
      "[chat]\nshow_reasoning = true\n\n[models.local]\nprovider = 'rehearsal'\napi_key_env = 'A'",
    );
    const document = documentOf(await perspt(["config", "show", "--json"]));
    expect(document).toMatchObject({
      schemaVersion: 1,
      config: { path: configFile, origin: "XDG_CONFIG_HOME" },
      configuration: { external_tools: [], model: null, chat: { max_tool_rounds: 8 } },
      tables: [
        {
          header: "[models.local]",
          line: 4,
          settings: [{}, { key: "api_key_env", variables: [{ name: "A", set: false }] }],
        },
        {
          header: "[chat]",
          line: 1,
          settings: [
            { key: "show_reasoning", value: true, origin: "file", line: 2, variables: [] },
            { key: "max_tool_rounds", value: 8, origin: "default", line: null, variables: [] },
          ],
        },
        { header: "[agent]", line: null },
        { header: "[tui]", line: null },
      ],
    });
  });

  test("needs a file that loads (exit 2)", async () => {
    const { perspt, configure } = workplace();
    const missing = await perspt(["config", "show", "--json"]);
    expect([missing.code, errorOf(missing)]).toMatchObject([2, { code: "config_not_found" }]);
    configure("[chat]\nx = 1");
    expect((await perspt(["config", "show"])).code).toBe(2);
  });
});
