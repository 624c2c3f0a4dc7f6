import { describe, expect, test } from "vitest";
import { readCommandLine } from "./read-command-line.js";

const globals = { config: null, json: false, quiet: false, verbose: false, noColor: false };

function read(...words: readonly string[]) {
  return readCommandLine(words, 100);
}

describe("a command line", () => {
  test("takes global options before and after its command", async () => {
    expect(await read("--json", "mcp", "list", "--config", "a.toml", "--no-color")).toEqual({
      kind: "run",
      invocation: { command: "mcp list" },
      globals: { ...globals, json: true, config: "a.toml", noColor: true },
    });
  });

  test("keeps key=value words as they were typed: nothing becomes a number or an object", async () => {
    expect(await read("mcp", "call", "mcp.docs.search", "id=012", "a.b=1", "x=-1", "7")).toEqual({
      kind: "run",
      invocation: {
        command: "mcp call",
        operation: "mcp.docs.search",
        args: null,
        pairs: ["id=012", "a.b=1", "x=-1", "7"],
        mode: null,
        yes: false,
      },
      globals,
    });
  });

  test("takes the word after an option that needs one, even when it begins with a dash", async () => {
    const line = await read("mcp", "explain", "mcp.docs.search", "--args", "-5", "--mode=chat");
    expect(line).toMatchObject({ invocation: { args: "-5", mode: "chat", pairs: [] } });
  });

  test("has no options after --", async () => {
    const line = await read(
      "mcp",
      "call",
      "--yes",
      "--",
      "mcp.docs.search",
      "--json",
      "-x=1",
      "--",
    );
    expect(line).toMatchObject({
      invocation: { operation: "mcp.docs.search", pairs: ["--json", "-x=1", "--"], yes: true },
      globals: { json: false },
    });
  });

  test("takes an option that may be repeated as often as it stands there, and no word behind it", async () => {
    const line = await read(
      "mcp",
      "add",
      "--env-from",
      "A=B",
      "docs",
      "--env-from=C=D",
      "--mode",
      "chat",
      "--mode=chat",
      "--",
      "npx",
      "-y",
      "--mode=agent",
    );
    expect(line).toMatchObject({
      invocation: {
        command: "mcp add",
        name: "docs",
        program: ["npx", "-y", "--mode=agent"],
        url: null,
        envFrom: ["A=B", "C=D"],
        headerFrom: [],
        modes: ["chat"],
      },
    });
  });

  test("is help when it names no command", async () => {
    for (const words of [["--help"], ["mcp"], ["mcp", "--help"], ["mcp", "call", "--help"]]) {
      expect((await read(...words)).kind).toBe("help");
    }
  });

  test("is neither help nor a command without words: the program starts the chat where there is a terminal", async () => {
    const line = await read("--config", "a.toml");
    expect(line).toMatchObject({ kind: "bare", globals: { config: "a.toml" } });
    expect(line.kind === "bare" && line.help).toMatch(/^Usage: perspt/);
  });

  test("asks for the version wherever it says so", async () => {
    expect(await read("--version")).toEqual({ kind: "version" });
    expect(await read("mcp", "list", "--version")).toEqual({ kind: "version" });
  });
});

describe("a mistyped line is refused", () => {
  const cases: readonly (readonly [line: string, message: string, hint: string])[] = [
    ["mpc list", "There is no command `perspt mpc`.", "Did you mean `perspt mcp`?"],
    ["mcp lst", "There is no command `perspt mcp lst`.", "Did you mean `perspt mcp list`?"],
    [
      "mcp zebra",
      "There is no command `perspt mcp zebra`.",
      "`perspt mcp --help` shows what is accepted.",
    ],
    ["mcp list --jsno", "There is no option --jsno.", "Did you mean --json?"],
    ["--confg=x mcp list", "There is no option --confg.", "Did you mean --config?"],
    [
      "mcp list -x",
      "There is no option -x.",
      "Options begin with two dashes; `--` before a word makes it no option. `perspt --help` shows what is accepted.",
    ],
    [
      "mcp add docs -e",
      "There is no option -e.",
      "No value stands in the configuration: `--env-from TARGET=SOURCE` names the variable that holds it.",
    ],
    [
      "mcp add docs --transport http",
      "There is no option --transport.",
      "`--url URL` makes it a server over HTTP, `-- CMD…` a program that is started.",
    ],
    [
      "mcp add docs --env-from=",
      "--env-from has no value.",
      "`perspt mcp add --help` shows what is accepted.",
    ],
    [
      "mcp list extra",
      'Unexpected word "extra" after `perspt mcp list`.',
      "`perspt mcp list --help` shows what is accepted.",
    ],
    [
      "mcp list --yes",
      "`perspt mcp list` takes no --yes.",
      "`perspt mcp list --help` shows what is accepted.",
    ],
    [
      "mcp list --config a --config b",
      "--config stands there more than once.",
      "`perspt mcp list --help` shows what is accepted.",
    ],
    [
      "mcp list --config=",
      "--config has no value.",
      "`perspt mcp list --help` shows what is accepted.",
    ],
  ];
  test.each(cases)("%s", async (line, message, hint) => {
    expect(await read(...line.split(" "))).toEqual({ kind: "misused", message, hint });
  });

  test("without what it needs", async () => {
    expect(await read("mcp", "call")).toMatchObject({
      kind: "misused",
      message: "`perspt mcp call` needs <operation> [arguments..].",
      hint: "`perspt mcp call --help` shows what is accepted.",
    });
    expect(await read("mcp", "call", "a", "--args")).toMatchObject({
      kind: "misused",
      message: "--args needs a value.",
    });
  });

  test("with a value that is none of the choices", async () => {
    expect(await read("mcp", "inspect", "--mode", "root")).toMatchObject({
      kind: "misused",
      message: 'A value is not accepted: --mode is "root", expected one of "agent", "chat".',
    });
  });

  test("with names that every object has", async () => {
    for (const name of ["--constructor", "--__proto__=1", "--toString", "--hasOwnProperty"]) {
      expect(await read("mcp", "list", name)).toMatchObject({
        kind: "misused",
        message: `There is no option ${name.replace("=1", "")}.`,
      });
    }
    expect(await read("constructor")).toMatchObject({ kind: "misused" });
    expect(await read("mcp", "toString")).toMatchObject({ kind: "misused" });
  });
});
