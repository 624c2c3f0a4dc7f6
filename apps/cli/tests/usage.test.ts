import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parseObject } from "./support/matchers.js";
import { documentOf, errorOf, PROGRAM } from "./support/run-program.js";
import { captured, startOnTerminal } from "./support/terminal.js";
import { workplace } from "./support/workplace.js";

const MANIFEST = parseObject(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

describe("the program", () => {
  test("says its version, and nothing else", async () => {
    const { perspt } = workplace();
    const expected = { code: 0, stdout: `${String(MANIFEST["version"])}\n`, stderr: "" };
    expect(await perspt(["--version"])).toEqual(expected);
    expect(await perspt(["mcp", "list", "--version"])).toEqual(expected);
  });

  test("is the chat when no command is named at a terminal; under --json help even there", async () => {
    const place = workplace();
    place.configure('[model]\nprovider = "rehearsal"');
    const terminal = startOnTerminal(place, []);
    await terminal.untilShown("rehearsal");
    expect(terminal.modes().alternateScreen).toBe(true);
    terminal.type("\u0004");
    expect(await terminal.ended()).toEqual({ code: 0, signal: 0 });
    const { code, raw } = await captured(startOnTerminal(place, ["--json"]));
    expect([code, raw]).toEqual([0, expect.stringMatching(/^\{.*Usage: perspt/)]);
  });

  test("is help when no command is named and there is no terminal, and lists only commands that are there", async () => {
    const { perspt } = workplace();
    const bare = await perspt([]);
    expect(bare.code).toBe(0);
    expect(bare.stderr).toBe("");
    const listed = [...bare.stdout.matchAll(/^ {2}perspt ([\w-]+)/gm)].map(([, name]) => name);
    expect(listed).toEqual([
      "mcp",
      "journal",
      "config",
      "chat",
      "simple-chat",
      "agent",
      "replay",
      "demo",
      "completion",
    ]);
    expect(await perspt(["--help"])).toEqual(bare);
    for (const name of listed) {
      expect((await perspt([name ?? "", "--help"])).code).toBe(0);
    }
  });

  test("refuses what it does not know, with what was probably meant (exit 1)", async () => {
    const { perspt } = workplace();
    expect(await perspt(["mcp", "lsit"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "perspt: There is no command `perspt mcp lsit`.\n  Did you mean `perspt mcp list`?\n",
    });
    expect((await perspt(["mcp", "list", "--jsno"])).code).toBe(1);
    expect((await perspt(["chta"])).code).toBe(1);
  });

  test("under --json a mistyped line is a document and an error line too", async () => {
    const { perspt } = workplace();
    const result = await perspt(["mcp", "list", "--json", "--xyzzy"]);
    const error = {
      code: "usage",
      message: "There is no option --xyzzy.",
      hint: "Options begin with two dashes; `--` before a word makes it no option. `perspt --help` shows what is accepted.",
    };
    expect(result.code).toBe(1);
    expect(documentOf(result)).toEqual({ schemaVersion: 1, error });
    expect(errorOf(result)).toEqual(error);
  });

  test("helps and tells its paths with a configuration that does not load (report 16)", async () => {
    const { perspt, configure, configFile } = workplace();
    configure("this is = = not TOML");
    for (const words of [["--help"], ["--version"], ["config", "path"], ["completion", "bash"]]) {
      const result = await perspt(words);
      expect([words, result.code, result.stderr]).toEqual([words, 0, ""]);
    }
    const paths = documentOf(await perspt(["config", "path", "--json"]));
    expect(paths["config"]).toEqual({ path: configFile, origin: "XDG_CONFIG_HOME", exists: true });
  });

  test("needs no configuration to help, and makes no file by looking", async () => {
    const { perspt, path } = workplace();
    for (const words of [["--help"], ["config", "path"], ["mcp", "list"]]) await perspt(words);
    const { stdout } = await promisify(execFile)("find", [path("."), "-type", "f"]);
    expect(stdout).toBe("");
  });
});

test("the completion script completes in bash", async () => {
  const { perspt, environment, write } = workplace();
  const { stdout: script } = await perspt(["completion", "bash"]);
  const bin = write("bin/perspt", `#!/bin/sh\nexec ${process.execPath} ${PROGRAM} "$@"\n`);
  const file = write("completion.bash", script);
  const complete = async (...words: readonly string[]) => {
    const program = `
      source ${file}
      COMP_WORDS=(perspt ${words.map((word) => `'${word}'`).join(" ")})
      COMP_CWORD=${words.length}
      _perspt
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", `chmod +x ${bin};${program}`], {
      env: { ...environment, PATH: `${bin.replace(/\/perspt$/, "")}:${environment["PATH"]}` },
    });
    return stdout.trim().split("\n");
  };
  expect(await complete("mcp", "")).toEqual([
    "list",
    "inspect",
    "call",
    "explain",
    "policy",
    "watch",
    "doctor",
    "add",
    "remove",
    "import",
  ]);
  expect(await complete("journal", "ver")).toEqual(["verify"]);
  expect(await complete("mcp", "call", "mcp.docs.search", "--y")).toEqual(["--yes"]);
});
