import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixture, recordStdin, startHttpServer, text } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpRequest } from "../src/index.js";
import {
  callTool,
  connect,
  fixtureEndpoint,
  http,
  stdio,
  TRANSPORTS,
  temporaryFolder,
} from "./clients.js";
import { recordingGuard } from "./recording-guard.js";

describe("what reaches the server", () => {
  test("T28: one server/discover and never initialize", async () => {
    const log = join(temporaryFolder(), "stdin");
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

describe("what a server does not advertise", () => {
  test("R8: is not asked for", async () => {
    const server = await startHttpServer({}, { capabilities: {} });
    onTestFinished(() => server.close());
    const client = await connect(http(server.url));
    const options = { call: "c", signal: new AbortController().signal };
    expect(await client.listTools(options.signal)).toEqual([]);
    const requests: McpRequest[] = [
      { kind: "resources_list", cursor: null },
      { kind: "resource_templates_list", cursor: null },
      { kind: "resource_read", uri: "a:b" },
      { kind: "prompts_list", cursor: null },
      { kind: "prompt_get", name: "p", arguments: new Map() },
      {
        kind: "complete",
        reference: { kind: "prompt", name: "p" },
        argument: { name: "a", value: "" },
        context: new Map(),
      },
    ];
    for (const request of requests) {
      expect(await client.call(request, options)).toMatchObject({
        kind: "refused",
        error: { code: "capability_not_advertised" },
      });
    }
    expect(server.requests).toHaveLength(1);
  });
});

describe.each(TRANSPORTS)("the six other operations over %s", (kind) => {
  test("R1, N1, M1: are answered like a tool, each under the guard and with its target", async () => {
    const guard = recordingGuard();
    const client = await connect(await fixtureEndpoint(kind, "library"), { guard });
    const options = { call: "c", signal: new AbortController().signal };
    const cases: [McpRequest, object, string][] = [
      [{ kind: "resources_list", cursor: null }, { resources: [{ name: "guide" }] }, ""],
      [
        { kind: "resource_templates_list", cursor: null },
        { resourceTemplates: [{ name: "book" }] },
        "",
      ],
      [
        { kind: "resource_read", uri: "file:///library/guide.md" },
        { contents: [{ text: "# Guide" }] },
        "file:///library/guide.md",
      ],
      [{ kind: "prompts_list", cursor: null }, { prompts: [{ name: "summarise" }] }, ""],
      [
        { kind: "prompt_get", name: "summarise", arguments: new Map([["topic", "tea"]]) },
        { messages: [{ content: { text: "Summarise tea" } }] },
        "summarise",
      ],
      [
        {
          kind: "complete",
          reference: { kind: "prompt", name: "summarise" },
          argument: { name: "topic", value: "h" },
          context: new Map([["language", "en"]]),
        },
        { completion: { values: ["history"] } },
        "",
      ],
    ];
    for (const [request, result, target] of cases) {
      const before = guard.log.length;
      expect(await client.call(request, options)).toMatchObject({ kind: "completed", result });
      expect(guard.log.slice(before)).toMatchObject([
        { at: "before" },
        { at: "redeem", facts: { target } },
        { at: "after" },
      ]);
    }
  });
});
