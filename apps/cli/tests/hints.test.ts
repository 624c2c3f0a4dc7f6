import { execFileSync } from "node:child_process";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { errorOf, PROGRAM, type RunResult } from "./support/run-program.js";
import { fixtureServer, policy, stdioServer } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

function told(result: RunResult): Told {
  return errorOf(result) as Told;
}

/** What stands in backticks in a hint, in order: words to type, or TOML to write. */
function quoted(hint: string): readonly string[] {
  return [...hint.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}

/** Runs a hint's command as a person's shell would, with this program under its name. */
function follow(place: Workplace, command: string): void {
  const script = `perspt() { "${process.execPath}" "${PROGRAM}" "$@"; }\n${command}`;
  execFileSync("bash", ["-c", script], { env: place.environment, cwd: place.path("work") });
}

describe("a hint, followed as it is printed, ends its error (report 16)", () => {
  test.each([
    ["the usual place", []],
    ["another place, with a blank in its name", ["--config", "my config.toml"]],
  ])(
    "config_not_found at %s: the command writes the file that is looked for",
    async (_name, flags) => {
      const place = workplace();
      const before = await place.perspt(["config", "check", "--json", ...flags]);
      expect(told(before)).toMatchObject({ code: "config_not_found" });
      follow(place, quoted(told(before).hint)[0] ?? "");
      expect((await place.perspt(["config", "check", ...flags])).code).toBe(0);
    },
  );

  test("wrong_type: the line in its place", async () => {
    const place = workplace();
    const table = (line: string) => fixtureServer("docs", "echo", { lines: [line] });
    place.configure(table('timeout_ms = "fast"'));
    const before = told(await place.perspt(["config", "check", "--json"]));
    expect(before.code).toBe("wrong_type");
    place.configure(table(quoted(before.hint)[0] ?? ""));
    expect((await place.perspt(["config", "check"])).code).toBe(0);
  });

  test("no_such_server and no_such_operation: the name that was meant", async () => {
    const place = workplace();
    place.configure(fixtureServer("docs", "echo"), policy("echo", "search"));
    const server = told(await place.perspt(["mcp", "inspect", "dosc", "--json"]));
    const meantServer = /^Did you mean (\S+)\?$/.exec(server.hint)?.[1] ?? "";
    expect((await place.perspt(["mcp", "inspect", meantServer])).code).toBe(0);
    const operation = told(await place.perspt(["mcp", "call", "mcp.docs.ehco", "--json"]));
    const meant = /^Did you mean (\S+)\?$/.exec(operation.hint)?.[1] ?? "";
    expect((await place.perspt(["mcp", "call", meant, "message=x"])).code).toBe(0);
  });

  test("program_not_executable: the command in its parentheses", async () => {
    const place = workplace();
    const program = place.write(
      "server",
      `#!${process.execPath}\nimport(${JSON.stringify(fixture("echo"))});\n`,
    );
    place.configure(stdioServer("docs", [program]), policy("echo", "search"));
    const before = told(await place.perspt(["mcp", "inspect", "docs", "--json"]));
    expect(before.code).toBe("program_not_executable");
    follow(place, /\((chmod [^)]+)\)/.exec(before.hint)?.[1] ?? "");
    expect((await place.perspt(["mcp", "inspect", "docs"])).code).toBe(0);
  });

  test("missing_env_source: the variable set, or the line removed", async () => {
    const place = workplace();
    place.configure(
      fixtureServer("docs", "echo", { lines: ['env_from_env = { TOKEN = "DOCS_TOKEN" }'] }),
    );
    const before = told(await place.perspt(["mcp", "inspect", "docs", "--json"]));
    const variable = /^Set (\S+) where perspt starts/.exec(before.hint)?.[1] ?? "";
    const environment = { [variable]: "a value" };
    expect((await place.perspt(["mcp", "inspect", "docs"], { environment })).code).toBe(0);
  });

  test("not_enabled: the word that is added to modes", async () => {
    const place = workplace();
    const table = (modes: string) => [
      fixtureServer("docs", "echo", { lines: [`modes = [${modes}]`] }),
      policy("echo", "search"),
    ];
    place.configure(...table('"agent"'));
    const words = ["mcp", "call", "mcp.docs.echo", "message=x", "--mode", "chat", "--json"];
    const before = told(await place.perspt(words));
    expect(before.code).toBe("not_enabled");
    const word = /^Add ("chat") to modes/.exec(before.hint)?.[1] ?? "";
    place.configure(...table(`"agent", ${word}`));
    expect((await place.perspt(words)).code).toBe(0);
  });

  test("nobody_to_ask: --yes", async () => {
    const place = workplace();
    place.configure(
      fixtureServer("docs", "echo"),
      policy("echo", "data_write", { risk: "high", selectors: '[{ kind = "opaque_workspace" }]' }),
    );
    const words = ["mcp", "call", "mcp.docs.echo", "message=x", "--json"];
    const before = told(await place.perspt(words));
    expect(before).toMatchObject({ code: "nobody_to_ask" });
    expect(before.hint).toContain("--yes");
    expect((await place.perspt([...words, "--yes"])).code).toBe(0);
  });
});
