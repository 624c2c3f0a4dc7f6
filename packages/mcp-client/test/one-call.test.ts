import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixture, recordStdin, startHttpServer, text } from "@perspt/fixture-servers";
import { digest } from "@perspt/json";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CallGuard, CallLeg, LegResult, OutgoingFacts } from "../src/index.js";
import { callTool, connect, fixtureEndpoint, http, stdio, TRANSPORTS } from "./clients.js";

const proceed = { kind: "proceed" } as const;

/** Lets everything pass and writes down what it was asked. */
function recordingGuard() {
  const log: (
    | { readonly at: "before"; readonly leg: CallLeg }
    | { readonly at: "redeem"; readonly facts: OutgoingFacts }
    | { readonly at: "after"; readonly leg: CallLeg; readonly result: LegResult["kind"] }
  )[] = [];
  const guard: CallGuard = {
    async beforeLeg(leg) {
      log.push({ at: "before", leg });
      return proceed;
    },
    redeem(facts) {
      log.push({ at: "redeem", facts });
      return proceed;
    },
    async afterLeg(leg, result) {
      log.push({ at: "after", leg, result: result.kind });
      return proceed;
    },
  };
  return { guard, log };
}

describe.each(TRANSPORTS)("one call over %s", (kind) => {
  test("a connection is one server/discover, and tells what the server is", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    expect(client.server).toMatchObject({
      protocolVersion: "2026-07-28",
      capabilities: { tools: {} },
    });
  });

  test("a tool's result is completed, without its resultType", async () => {
    const client = await connect(await fixtureEndpoint(kind, "echo"));
    const outcome = await callTool(client, "echo", { message: "日本 😀" });
    expect(outcome).toMatchObject({
      kind: "completed",
      mayHaveRun: true,
      result: { content: [{ type: "text", text: "日本 😀" }] },
    });
    expect(outcome.kind === "completed" && "resultType" in outcome.result).toBe(false);
  });

  test("isError is a tool error, with its content (T9)", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    expect(await callTool(client, "fail")).toMatchObject({
      kind: "tool_error",
      result: { content: [{ text: "it did not work" }] },
    });
  });

  test("the guard is asked before, at and after the one leg, with facts of the outgoing message", async () => {
    const { guard, log } = recordingGuard();
    const client = await connect(await fixtureEndpoint(kind, "echo"), { guard });
    await callTool(client, "echo", { message: "x" });
    const leg = { call: "call-1", number: 1, kind: "send", method: "tools/call" };
    expect(log).toEqual([
      { at: "before", leg },
      {
        at: "redeem",
        facts: { ...leg, target: "echo", argumentsDigest: digest({ message: "x" }) },
      },
      { at: "after", leg, result: "complete" },
    ]);
  });

  test.each(["beforeLeg", "redeem"] as const)(
    "a guard that says no in %s makes the call refused, and nothing reaches the server",
    async (stage) => {
      const effects = join(mkdtempSync(join(tmpdir(), "perspt-")), "effects");
      const { guard } = recordingGuard();
      const no = { kind: "refuse", code: "not_today", reason: "Not today." } as const;
      const client = await connect(await fixtureEndpoint(kind, "toolbox", ["--effects", effects]), {
        guard: { ...guard, [stage]: stage === "redeem" ? () => no : async () => no },
      });
      expect(await callTool(client, "count")).toEqual({
        kind: "refused",
        mayHaveRun: false,
        error: { code: "not_today", message: "Not today.", hint: null, serverError: null },
      });
      expect(() => readFileSync(effects)).toThrow("ENOENT");
    },
  );

  test("a guard that says no after the answer makes the call uncertain, and its result is not shown", async () => {
    const { guard } = recordingGuard();
    const client = await connect(await fixtureEndpoint(kind, "echo"), {
      guard: {
        ...guard,
        afterLeg: async () => {
          throw new Error("disk full");
        },
      },
    });
    expect(await callTool(client, "echo", { message: "x" })).toMatchObject({
      kind: "uncertain",
      error: { code: "guard_failed", message: "disk full" },
    });
  });

  test("report 21: a connection lost after the send is uncertain, and the effect happened once", async () => {
    const effects = join(mkdtempSync(join(tmpdir(), "perspt-")), "effects");
    const client = await connect(
      await fixtureEndpoint(kind, "drops-after-effect", ["--effects", effects]),
    );
    expect(await callTool(client, "count")).toMatchObject({ kind: "uncertain", mayHaveRun: true });
    expect(readFileSync(effects, "utf8")).toBe("counted\n");
  });

  test("no answer within timeout_ms is uncertain with code timeout", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"), { timeoutMs: 1500 });
    expect(await callTool(client, "slow", { milliseconds: 60_000 })).toMatchObject({
      kind: "uncertain",
      error: { code: "timeout", message: "No answer came within 1500 ms." },
    });
  });

  test("a caller's abort after the send is uncertain with code cancelled", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    expect(await callTool(client, "slow", { milliseconds: 60_000 }, stop.signal)).toMatchObject({
      kind: "uncertain",
      error: { code: "cancelled" },
    });
  });

  test("a caller's abort before the send is refused, and the connection lives on", async () => {
    const client = await connect(await fixtureEndpoint(kind, "echo"));
    const [tool] = await client.listTools(new AbortController().signal);
    if (tool === undefined) throw new Error("no tool");
    const request = { kind: "tool", tool, arguments: { message: "x" } } as const;
    expect(await client.call(request, { call: "a", signal: AbortSignal.abort() })).toMatchObject({
      kind: "refused",
      error: { code: "cancelled_before_send" },
    });
    const signal = new AbortController().signal;
    expect((await client.call(request, { call: "b", signal })).kind).toBe("completed");
  });

  test("report 7: a result over max_result_bytes is uncertain, and the connection lives on", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"), { maxResultBytes: 1000 });
    expect(await callTool(client, "large", { bytes: 2000 })).toMatchObject({
      kind: "uncertain",
      error: { code: "result_too_large" },
    });
    expect((await callTool(client, "echo", { message: "x" })).kind).toBe("completed");
  });

  test("a hundred calls side by side are told apart (V1)", async () => {
    const client = await connect(await fixtureEndpoint(kind, "echo"));
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => callTool(client, "echo", { message: `m${index}` })),
    );
    expect(
      outcomes.map((outcome) => outcome.kind === "completed" && outcome.result["content"]),
    ).toEqual(Array.from({ length: 100 }, (_, index) => [{ type: "text", text: `m${index}` }]));
  });
});

describe("what reaches the server", () => {
  test("T28: one server/discover and never initialize", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "perspt-")), "stdin");
    const client = await connect(stdio(recordStdin(log, [process.execPath, fixture("echo")])));
    await callTool(client, "echo", { message: "x" });
    await client.close();
    const methods = readFileSync(log, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).method);
    expect(methods).toEqual(["server/discover", "tools/list", "tools/call"]);
  });

  test("V2: every request carries the version and the capabilities that the options allow", async () => {
    const bodies: { method: string; params: { _meta: Record<string, unknown> } }[] = [];
    const server = await startHttpServer(
      {
        "tools/list": () => ({ tools: [{ name: "echo", inputSchema: { type: "object" } }] }),
        "tools/call": () => text("x"),
      },
      { onRequest: ({ body }) => bodies.push(JSON.parse(body)) },
    );
    onTestFinished(() => server.close());
    const client = await connect(http(server.url), { roots: [{ uri: "file:///p", name: null }] });
    await callTool(client, "echo");
    const tokens = bodies.map(({ params }) => params._meta["progressToken"]);
    expect(tokens).toEqual([undefined, undefined, expect.any(String)]);
    expect(
      bodies.map(({ method, params }) => {
        const { progressToken: _, ...meta } = params._meta;
        return [method, meta];
      }),
    ).toEqual(
      ["server/discover", "tools/list", "tools/call"].map((method) => [
        method,
        {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
          "io.modelcontextprotocol/clientCapabilities": {
            roots: {},
            extensions: { "io.modelcontextprotocol/tasks": {} },
          },
        },
      ]),
    );
  });

  test("report 23: a tool without arguments is sent an empty object", async () => {
    let received: unknown;
    const server = await startHttpServer({
      "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }] }),
      "tools/call": (params) => {
        received = params.arguments;
        return text("x");
      },
    });
    onTestFinished(() => server.close());
    await callTool(await connect(http(server.url)), "t");
    expect(received).toEqual({});
  });

  test("H6: annotated arguments are mirrored into headers, null and absent ones are not", async () => {
    const server = await startHttpServer({
      "tools/list": () => ({
        tools: [
          {
            name: "t",
            inputSchema: {
              type: "object",
              properties: {
                region: { type: "string", "x-mcp-header": "Region" },
                deep: {
                  type: "object",
                  properties: { n: { type: "integer", "x-mcp-header": "N" } },
                },
                flag: { type: "boolean", "x-mcp-header": "Flag" },
                none: { type: "string", "x-mcp-header": "None" },
              },
            },
          },
        ],
      }),
      "tools/call": () => text("x"),
    });
    onTestFinished(() => server.close());
    const client = await connect(http(server.url));
    await callTool(client, "t", { region: "日本", deep: { n: -7 }, flag: false, none: null });
    expect(server.requests.at(-1)?.headers).toMatchObject({
      "mcp-param-region": "=?base64?5pel5pys?=",
      "mcp-param-n": "-7",
      "mcp-param-flag": "false",
    });
    expect(server.requests.at(-1)?.headers["mcp-param-none"]).toBeUndefined();
  });
});

describe("results that cannot be used", () => {
  async function outcomeOf(result: Record<string, unknown>, outputSchema?: unknown) {
    const server = await startHttpServer({
      "tools/list": () => ({
        tools: [{ name: "t", inputSchema: { type: "object" }, outputSchema }],
      }),
      "tools/call": () => result,
    });
    onTestFinished(() => server.close());
    const outcome = await callTool(await connect(http(server.url)), "t");
    return outcome.kind === "uncertain" ? outcome.error.code : outcome.kind;
  }

  test.each([
    ["V4: an unknown resultType", { resultType: "surprise", content: [] }, "invalid_result"],
    ["V5: no resultType", { resultType: undefined, content: [] }, "invalid_result"],
    ["no content", {}, "invalid_result"],
    ["content of blocks without a type", { content: [{ text: "x" }] }, "invalid_result"],
    ["isError that is text", { content: [], isError: "yes" }, "invalid_result"],
    ["T7: a block of an unknown type is kept", { content: [{ type: "hologram" }] }, "completed"],
  ])("%s", async (_, result, expected) => {
    expect(await outcomeOf(result)).toBe(expected);
  });

  test.each([
    [
      "T38: a value that does not fit",
      { content: [], structuredContent: { n: "x" } },
      "output_schema_mismatch",
    ],
    ["T8: none at all", { content: [] }, "output_schema_mismatch"],
    ["one that fits", { content: [], structuredContent: { n: 1 } }, "completed"],
    ["an error needs none", { content: [], isError: true }, "tool_error"],
  ])("structuredContent under an output schema: %s", async (_, result, expected) => {
    const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    expect(await outcomeOf(result, schema)).toBe(expected);
  });

  test("T7: null counts as structuredContent", async () => {
    expect(await outcomeOf({ content: [], structuredContent: null }, { type: "null" })).toBe(
      "completed",
    );
  });
});
