import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fixture, startFixture } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/clients.js";
import { checkServer, connectToServer, type ServerCheckReport } from "./index.js";

const node = (name: Parameters<typeof fixture>[0], ...rest: string[]) =>
  ({ kind: "stdio", command: [process.execPath, fixture(name), ...rest] }) as const;

/** A stdio server that answers each method with the given JavaScript expression over `params`. */
function server(answers: Readonly<Record<string, string>>) {
  const table = Object.entries(answers).map(
    ([method, code]) => `${JSON.stringify(method)}: (params) => (${code})`,
  );
  const script = `
    const error = (code) => { throw { code, message: "no" }; };
    const answers = {${table.join(",")}};
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) return;
      let reply;
      try {
        if (params._meta["io.modelcontextprotocol/protocolVersion"] !== "2026-07-28") error(-32022);
        if (answers[method] === undefined) error(-32601);
        reply = { result: { resultType: "complete", ttlMs: 0, cacheScope: "private", ...answers[method](params) } };
      } catch (thrown) {
        reply = { error: thrown };
      }
      process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...reply }) + "\\n");
    });`;
  return { kind: "stdio", command: [process.execPath, "--eval", script] } as const;
}

const DISCOVERY = `{ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }`;
const TOOLS = `{ tools: [{ name: "greet", inputSchema: { type: "object" } }] }`;
const CALL = `params.name === "greet" ? { content: [{ type: "text", text: "hi" }] } : error(-32602)`;
const right = { "server/discover": DISCOVERY, "tools/list": TOOLS, "tools/call": CALL };

const kinds = ({ checks }: ServerCheckReport) =>
  Object.fromEntries(checks.map(({ name, finding }) => [name, finding.kind]));

describe("a server that is right", () => {
  const EVERYTHING_PASSED = {
    discover: "passed",
    lists: "passed",
    cache_hints: "passed",
    tool_definitions: "passed",
    calls: "passed",
    unknown_tool: "passed",
    unknown_method: "passed",
    unknown_version: "passed",
    clean_output: "passed",
  };
  const options = {
    calls: [
      { tool: "echo", arguments: { message: "hi" } },
      { tool: "fail", ends: "tool_error" as const },
    ],
  };

  test("passes every check over stdio", async () => {
    const report = await checkServer(node("toolbox"), options);
    expect(report.problems).toStrictEqual([]);
    expect(kinds(report)).toStrictEqual(EVERYTHING_PASSED);
  });

  test("passes every check over HTTP, started by its command", async () => {
    const { command } = node("toolbox", "--http");
    const report = await checkServer({ kind: "http_program", command }, options);
    expect(report.problems).toStrictEqual([]);
    expect(kinds(report)).toStrictEqual(EVERYTHING_PASSED);
  });

  test("passes every check at an endpoint that runs already", async () => {
    const running = await startFixture("toolbox");
    onTestFinished(() => running.stop());
    const report = await checkServer({ kind: "http", url: running.url }, options);
    expect(report.problems).toStrictEqual([]);
    expect(kinds(report)).toStrictEqual(EVERYTHING_PASSED);
  });

  test("with lists of every kind passes, and what nobody gave is skipped and says so", async () => {
    const { checks, problems } = await checkServer(node("library"));
    expect(problems).toStrictEqual([]);
    expect(checks.find(({ name }) => name === "calls")?.finding).toStrictEqual({
      kind: "skipped",
      reason: "No call was given: name some in `calls`.",
    });
  });
});

describe("a server that is wrong", () => {
  test.each([
    [
      "speaks an older protocol",
      { "server/discover": `{ supportedVersions: ["2025-11-25"], capabilities: {} }` },
      "discover: The server does not speak MCP 2026-07-28. It offers",
    ],
    [
      "leaves out how long a list holds",
      { ...right, "tools/list": `{ ttlMs: undefined, ...${TOOLS} }` },
      "cache_hints: tools/list: expected ttlMs as a whole number from 0; got nothing.",
    ],
    [
      "lists a tool whose name nobody can offer",
      {
        ...right,
        "tools/list": `{ tools: [{ name: "say hi", inputSchema: { type: "object" } }] }`,
      },
      `tool_definitions: Expected a tool name of 1 to 128 of the characters A-Z a-z 0-9 _ . -; got "say hi".`,
    ],
    [
      "lists a tool without a schema",
      { ...right, "tools/list": `{ tools: [{ name: "greet" }] }` },
      `tool_definitions: The inputSchema of "greet" at its root: Expected a schema that is a JSON object.`,
    ],
    [
      "lists a tool twice",
      { ...right, "tools/list": `{ tools: [...${TOOLS}.tools, ...${TOOLS}.tools] }` },
      `tool_definitions: The tool "greet" is listed twice; names are unique.`,
    ],
    [
      "fails a call",
      { ...right, "tools/call": `params.name === "greet" ? error(-32603) : error(-32602)` },
      "calls: The call of greet: expected it to end as completed; got failed",
    ],
    [
      "answers a call of an unknown tool with a result",
      { ...right, "tools/call": `{ isError: true, content: [{ type: "text", text: "unknown" }] }` },
      "unknown_tool: A call of a tool that is not listed: expected the JSON-RPC error -32602; got tool_error",
    ],
    [
      "answers a method that does not exist",
      { ...right, "perspt_no_such_name/list": "{}" },
      "unknown_method: A method that does not exist: expected the JSON-RPC error -32601; got a result.",
    ],
    [
      "prints among its frames",
      { ...right, "tools/list": `(console.log("listing"), ${TOOLS})` },
      "clean_output: stdout_noise, ",
    ],
    [
      "turns pages for ever",
      { ...right, "tools/list": `{ ...${TOOLS}, nextCursor: "again" }` },
      "lists: ",
    ],
  ])("%s is told so", async (_, answers, problem) => {
    const { problems } = await checkServer(server(answers), { calls: [{ tool: "greet" }] });
    expect(problems.map((text) => text.slice(0, problem.length))).toContain(problem);
  });

  test("answers whatever version a request claims is told so", async () => {
    const [program, flag, script] = server(right).command;
    const command = [program, flag, script.replace('!== "2026-07-28"', '=== "none"')] as const;
    const { problems } = await checkServer({ kind: "stdio", command });
    expect(problems).toStrictEqual([
      "unknown_version: The protocol version 1999-01-01: expected the JSON-RPC error -32022; got a result.",
    ]);
  });

  test("that ends at once fails discovery with what it wrote, and the rest is skipped", async () => {
    const script = `console.error("no database"); process.exit(3)`;
    const report = await checkServer({ kind: "stdio", command: [process.execPath, "-e", script] });
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]).toMatch(/^discover: .*status 3.*no database/s);
    expect(new Set(Object.values(kinds(report)))).toStrictEqual(new Set(["failed", "skipped"]));
  });

  test("that stays silent fails within the time it has", async () => {
    const { problems } = await checkServer(node("silent"), { timeoutMs: 300 });
    expect(problems[0]).toContain("did not answer server/discover within 300 ms");
  });
});

describe("a connection to a server under test", () => {
  test("calls a tool by its name", async () => {
    const tested = await connectToServer(node("echo"));
    onTestFinished(() => tested.stop());
    expect(await tested.callTool("echo", { message: "hi" })).toMatchObject({
      kind: "completed",
      result: { content: [{ type: "text", text: "hi" }] },
    });
  });

  test("names the tools that are listed where one is not", async () => {
    const tested = await connectToServer(node("echo"));
    onTestFinished(() => tested.stop());
    await expect(tested.callTool("eco")).rejects.toThrow(
      "Expected a tool eco; the server lists echo.",
    );
  });

  test("ends the program that it started", async () => {
    const pidFile = join(temporaryFolder(), "pid");
    const script = `
      require("node:fs").writeFileSync(process.argv[2], String(process.pid));
      import(${JSON.stringify(pathToFileURL(fixture("toolbox")).href)});`;
    const command = [process.execPath, "--eval", script, "--", "--http", pidFile] as const;
    const tested = await connectToServer({ kind: "http_program", command });
    expect((await tested.callTool("arguments")).kind).toBe("completed");
    await tested.stop();
    expect(() => process.kill(Number(readFileSync(pidFile, "utf8")), 0)).toThrow("ESRCH");
  });
});
