import { existsSync, readFileSync } from "node:fs";
import { startFixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { aNumber, parseObject, textLike } from "./support/matchers.js";
import { documentOf, errorOf } from "./support/run-program.js";
import {
  fixtureServer,
  httpServer,
  policy,
  stdioServer,
  WRITES_EFFECTS,
} from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** A configured toolbox whose `count` leaves a line in a file. */
function withToolbox(...policies: readonly string[]): Workplace & { readonly effects: string } {
  const place = workplace();
  const effects = place.path("effects");
  place.configure(
    fixtureServer("box", "toolbox", {
      args: ["--effects", effects],
      lines: ["timeout_ms = 5000", 'modes = ["agent", "chat"]'],
    }),
    ...policies,
  );
  return { ...place, effects };
}

describe("a call that completes (exit 0)", () => {
  test("is reported in the stable shape, and was written down", async () => {
    const { perspt } = withToolbox(policy("echo", "search"));
    const result = await perspt(["mcp", "call", "mcp.box.echo", "message=hello", "--json"]);
    expect([result.code, result.stderr]).toEqual([0, ""]);
    const document = documentOf(result);
    expect(document).toMatchObject({
      schemaVersion: 1,
      operation: "mcp.box.echo",
      outcome: "completed",
      mayHaveRun: true,
      decision: { effect: "allow", rule: "risk_runs" },
      result: { content: [{ type: "text", text: "hello" }] },
      error: null,
      journal: { session: textLike(/\w/), seq: aNumber() },
      durationMs: aNumber(),
    });
  });

  test("prints the text alone on standard output, and how it came to run on standard error", async () => {
    const { perspt } = withToolbox(policy("echo", "search"));
    const result = await perspt(["mcp", "call", "mcp.box.echo", "message=hello"]);
    expect([result.code, result.stdout]).toEqual([0, "hello\n"]);
    expect(result.stderr).toMatch(/^allow by risk_runs · journal \S+ #\d+ · [\d.]+ ms$/m);
    const quiet = await perspt(["mcp", "call", "mcp.box.echo", "message=hello", "--quiet"]);
    expect(quiet).toEqual({ code: 0, stdout: "hello\n", stderr: "" });
  });

  test("takes its arguments as words, as JSON or from a file, and by alias", async () => {
    const { perspt, write } = withToolbox(policy("echo", "search"));
    const file = write("arguments.json", '{"message":"from a file"}');
    const calls: readonly (readonly [words: readonly string[], text: string])[] = [
      [["mcp.box.echo", 'message="7"'], "7\n"],
      [["mcp__box__echo", "--args", '{"message":"012"}'], "012\n"],
      [["mcp.box.echo", "--args", `@${file}`], "from a file\n"],
      [["--", "mcp.box.echo", "message=--json"], "--json\n"],
    ];
    for (const [words, text] of calls) {
      expect((await perspt(["mcp", "call", ...words])).stdout).toBe(text);
    }
  });

  test("sends an empty object where no argument is given (report 23)", async () => {
    const { perspt } = withToolbox(policy("arguments", "list"));
    expect((await perspt(["mcp", "call", "mcp.box.arguments"])).code).toBe(0);
  });

  test("gives the server PATH and what is mapped, and nothing else (report 22)", async () => {
    const { perspt, configure } = workplace();
    configure(
      fixtureServer("box", "toolbox", { lines: ['env_from_env = { TOKEN = "SOURCE" }'] }),
      policy("environment", "system_probe"),
    );
    const result = await perspt(["mcp", "call", "mcp.box.environment"], {
      environment: { SOURCE: "value", AWS_SECRET_ACCESS_KEY: "no", NODE_OPTIONS: "--no-warnings" },
    });
    expect(Object.keys(parseObject(result.stdout)).sort()).toEqual(["PATH", "TOKEN"]);
  });
});

test("a tool's own error prints its words and is exit 5", async () => {
  const { perspt } = withToolbox(policy("fail", "search"));
  const result = await perspt(["mcp", "call", "mcp.box.fail", "--quiet"]);
  expect(result).toEqual({
    code: 5,
    stdout: "it did not work\n",
    stderr: "perspt: The tool answered with an error.\n",
  });
  const json = await perspt(["mcp", "call", "mcp.box.fail", "--json"]);
  expect(documentOf(json)).toMatchObject({ outcome: "tool_error", result: { isError: true } });
  expect(errorOf(json)).toMatchObject({ code: "tool_error" });
});

describe("no such operation (exit 5)", () => {
  test("names what was meant: the tool, or the server", async () => {
    const { perspt } = withToolbox(policy("echo", "search"));
    const tool = await perspt(["mcp", "call", "mcp.box.ehco", "--json"]);
    expect([tool.code, errorOf(tool)]).toMatchObject([
      5,
      { code: "no_such_operation", hint: "Did you mean mcp.box.echo?" },
    ]);
    const server = await perspt(["mcp", "call", "mcp.bxo.echo", "--json"]);
    expect([server.code, errorOf(server)]).toMatchObject([
      5,
      {
        code: "no_such_operation",
        hint: "Operations are named mcp.SERVER.TOOL. Did you mean the server box?",
      },
    ]);
  });
});

describe("a refusal (exit 6) sends nothing, and says what would change it", () => {
  test("of a tool without a policy, with the TOML that declares it", async () => {
    const { perspt, effects } = withToolbox(policy("echo", "search"));
    const result = await perspt(["mcp", "call", "mcp.box.count", "--yes", "--json"]);
    expect(result.code).toBe(6);
    expect(documentOf(result)).toMatchObject({
      outcome: "refused",
      mayHaveRun: false,
      result: null,
    });
    const error = errorOf(result);
    expect(error).toMatchObject({ code: "undeclared_tool" });
    expect(JSON.stringify(error)).toContain("[external_tools.tools.");
    expect(existsSync(effects)).toBe(false);
  });

  test("of arguments that do not fit the schema, are no object, or are no JSON", async () => {
    const { perspt } = withToolbox(policy("echo", "search"));
    for (const args of ['{"message":5}', "[1]", "{", '{"message":"a","message":"b"}']) {
      const result = await perspt(["mcp", "call", "mcp.box.echo", "--args", args, "--json"]);
      expect([args, result.code]).toEqual([args, 6]);
      expect(documentOf(result)).toMatchObject({ outcome: "refused" });
    }
  });

  test("of a high risk with nobody to ask; --yes answers the question", async () => {
    const { perspt, effects } = withToolbox(
      policy("count", "data_write", { risk: "high", selectors: WRITES_EFFECTS }),
    );
    const call = ["mcp", "call", "mcp.box.count", "note=one"];
    const denied = await perspt([...call, "--json"]);
    expect(denied.code).toBe(6);
    expect(documentOf(denied)).toMatchObject({
      outcome: "refused",
      decision: { effect: "deny", rule: "nobody_to_ask" },
    });
    const shown = await perspt(call);
    expect(shown.stderr).toContain("Decided by nobody_to_ask.");
    expect(shown.stderr).toContain("It would be allowed by this: Somebody to ask");
    expect(existsSync(effects)).toBe(false);
    const allowed = await perspt([...call, "--yes", "--json"]);
    expect(allowed.code).toBe(0);
    expect(documentOf(allowed)).toMatchObject({
      decision: { effect: "allow", rule: "approved_by_flag" },
    });
    expect(readFileSync(effects, "utf8")).toBe("one\n");
  });

  test("of a write in chat, which --yes does not widen (T54)", async () => {
    const { perspt, effects } = withToolbox(
      policy("count", "data_write", { selectors: WRITES_EFFECTS }),
    );
    const words = ["mcp", "call", "mcp.box.count", "--mode", "chat", "--yes", "--json"];
    const result = await perspt(words);
    expect([result.code, errorOf(result)]).toMatchObject([6, { code: "effect_not_granted" }]);
    expect(existsSync(effects)).toBe(false);
  });
});

describe("a server that cannot be used", () => {
  const cases: readonly (readonly [name: string, table: string, exitCode: number, code: string])[] =
    [
      ["a missing program", stdioServer("bad", ["no-such-program"]), 4, "program_not_found"],
      ["a closed port", httpServer("bad", "http://127.0.0.1:9/mcp"), 4, "unreachable"],
      ["an older protocol", fixtureServer("bad", "legacy"), 4, "incompatible_protocol"],
      ["one that ends at once", fixtureServer("bad", "exits-at-once"), 4, "server_exited"],
      [
        "a silent one",
        fixtureServer("bad", "silent", { lines: ["timeout_ms = 700"] }),
        4,
        "timeout",
      ],
      [
        "a source variable that is not set",
        fixtureServer("bad", "echo", { lines: ['env_from_env = { TOKEN = "UNSET_SOURCE" }'] }),
        2,
        "missing_env_source",
      ],
    ];
  test.each(cases)("%s", async (_name, table, exitCode, code) => {
    const { perspt, configure } = workplace();
    configure(table, policy("echo", "search"));
    const result = await perspt(["mcp", "call", "mcp.bad.echo", "message=x", "--json"]);
    expect(result.code).toBe(exitCode);
    expect(errorOf(result)).toMatchObject({ code });
    expect(documentOf(result)).toMatchObject({
      operation: "mcp.bad.echo",
      outcome: "failed",
      mayHaveRun: false,
      decision: null,
      result: null,
      error: { code },
      journal: null,
    });
  });

  test("a mode that the server does not have is a matter of the configuration", async () => {
    const { perspt, configure } = workplace();
    configure(fixtureServer("docs", "echo"), policy("echo", "search"));
    const words = ["mcp", "call", "mcp.docs.echo", "message=x", "--mode", "chat", "--json"];
    const result = await perspt(words);
    expect([result.code, errorOf(result)]).toMatchObject([2, { code: "not_enabled" }]);
  });
});

describe("what may have run is uncertain (exit 7), and is never sent again (report 21)", () => {
  test("a connection that is lost after the send, over stdio", async () => {
    const { perspt, configure, path } = workplace();
    configure(
      fixtureServer("box", "drops-after-effect", { args: ["--effects", path("effects")] }),
      policy("count", "data_write", { selectors: WRITES_EFFECTS }),
    );
    const result = await perspt(["mcp", "call", "mcp.box.count", "--json"]);
    expect(result.code).toBe(7);
    expect(documentOf(result)).toMatchObject({
      outcome: "uncertain",
      mayHaveRun: true,
      result: null,
      decision: { effect: "allow" },
    });
    expect(readFileSync(path("effects"), "utf8")).toBe("counted\n");
  });

  test("a connection that is lost after the send, over HTTP", async () => {
    const place = workplace();
    const server = await startFixture("drops-after-effect", ["--effects", place.path("effects")]);
    try {
      place.configure(
        httpServer("box", server.url),
        policy("count", "data_write", { selectors: WRITES_EFFECTS }),
      );
      const result = await place.perspt(["mcp", "call", "mcp.box.count"]);
      expect(result.code).toBe(7);
      expect(result.stderr).toMatch(/It may have run; do not repeat it before you have looked\./);
      expect(result.stderr).toMatch(/See `perspt journal show \S+`\./);
      expect(readFileSync(place.path("effects"), "utf8")).toBe("counted\n");
    } finally {
      await server.stop();
    }
  });

  test("a call that does not end in time", async () => {
    const { perspt, configure } = workplace();
    configure(
      fixtureServer("box", "toolbox", { lines: ["timeout_ms = 1500", "max_task_wait_ms = 3000"] }),
      policy("slow", "search"),
    );
    const result = await perspt(["mcp", "call", "mcp.box.slow", "milliseconds=60000", "--json"]);
    expect([result.code, errorOf(result)]).toMatchObject([7, { code: "timeout" }]);
  });

  test("a result above the limit names the key, and the program lives (report 7)", async () => {
    const { perspt, configure } = workplace();
    configure(
      fixtureServer("box", "toolbox", { lines: ["max_result_bytes = 10000"] }),
      policy("large", "search"),
    );
    const result = await perspt(["mcp", "call", "mcp.box.large", "bytes=500000", "--json"]);
    expect([result.code, errorOf(result)]).toMatchObject([7, { code: "result_too_large" }]);
    expect(result.stderr).toContain("max_result_bytes");
  });
});

describe("arguments that cannot be read are a mistyped line (exit 1)", () => {
  const lines: readonly (readonly [words: readonly string[], message: RegExp])[] = [
    [["novalue"], /Expected an argument as key=value, received "novalue"/],
    [["a=1", "a=2"], /"a" stands there more than once/],
    [["a=1", "--args", "{}"], /both as key=value and in --args/],
    [["--args", "@no-such-file"], /there is no such file/],
    [["--args", "@."], /it is a directory/],
  ];
  test.each(lines)("%j", async (words, message) => {
    const { perspt } = withToolbox(policy("echo", "search"));
    const result = await perspt(["mcp", "call", "mcp.box.echo", ...words, "--json"]);
    expect(result.code).toBe(1);
    expect(errorOf(result)).toMatchObject({
      code: "unreadable_arguments",
      message: textLike(message),
    });
  });
});

describe("mcp explain", () => {
  test("answers with the whole trace, calls nothing and writes nothing", async () => {
    const { perspt, effects, stateDirectory } = withToolbox(
      policy("count", "data_write", { risk: "high", selectors: WRITES_EFFECTS }),
    );
    const result = await perspt(["mcp", "explain", "mcp.box.count", "note=x", "--json"]);
    expect(result.code).toBe(0);
    const document = documentOf(result);
    expect(document).toMatchObject({
      operation: "mcp.box.count",
      decision: { effect: "ask", rule: "needs_approval", nearestAllow: textLike(/./) },
    });
    const shown = await perspt(["mcp", "explain", "mcp.box.count", "note=x"]);
    expect(shown.stdout).toMatch(
      /^A call of mcp\.box\.count would be asked for by the rule needs_approval\.$/m,
    );
    expect(shown.stdout).toMatch(/^binding +stale_binding +pass +/m);
    expect(shown.stderr).toContain("a call is refused as nobody_to_ask, unless --yes answers");
    expect(existsSync(effects)).toBe(false);
    expect(existsSync(stateDirectory)).toBe(false);
  });

  test("says why a tool is not admitted (exit 6), and what was meant (exit 5)", async () => {
    const { perspt } = withToolbox(policy("echo", "search"));
    const undeclared = await perspt(["mcp", "explain", "mcp.box.count", "--json"]);
    expect([undeclared.code, errorOf(undeclared)]).toMatchObject([6, { code: "undeclared_tool" }]);
    expect(documentOf(undeclared)).toMatchObject({ operation: "mcp.box.count", decision: null });
    const unknown = await perspt(["mcp", "explain", "mcp.box.ehco", "--json"]);
    expect([unknown.code, errorOf(unknown)]).toMatchObject([
      5,
      { hint: "Did you mean mcp.box.echo?" },
    ]);
  });

  test("without arguments explains the listing, and says so", async () => {
    const { perspt } = withToolbox(policy("echo", "search"));
    const shown = await perspt(["mcp", "explain", "mcp.box.echo"]);
    expect(shown.stdout).toContain("No arguments were given");
    expect(shown.stdout).toMatch(/^arguments +path_out_of_scope +skipped +/m);
  });
});
