import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixture, recordStdin, startHttpServer, text } from "@perspt/fixture-servers";
import { isJsonObject, type JsonObject } from "@perspt/json";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpRequest } from "../src/index.js";
import { recordingGuard } from "../src/testing/index.js";
import {
  callTool,
  connect,
  fixtureEndpoint,
  http,
  parseObject,
  stdio,
  TRANSPORTS,
  temporaryFolder,
} from "./clients.js";

describe("what reaches the server", () => {
  test("T28: one server/discover and never initialize", async () => {
    const log = join(temporaryFolder(), "stdin");
    const client = await connect(stdio(recordStdin(log, [process.execPath, fixture("echo")])));
    await callTool(client, "echo", { message: "x" });
    await client.close();
    const methods = readFileSync(log, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => parseObject(line)["method"]);
    expect(methods).toEqual(["server/discover", "tools/list", "tools/call"]);
  });

  test("V2: every request carries the version and the capabilities that the options allow", async () => {
    const bodies: JsonObject[] = [];
    const server = await startHttpServer(
      {
        "tools/list": () => ({ tools: [{ name: "echo", inputSchema: { type: "object" } }] }),
        "tools/call": () => text("x"),
      },
      { onRequest: ({ body }) => bodies.push(parseObject(body)) },
    );
    onTestFinished(() => server.close());
    const client = await connect(http(server.url), { roots: [{ uri: "file:///p", name: null }] });
    await callTool(client, "echo");
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {
        roots: {},
        extensions: { "io.modelcontextprotocol/tasks": {} },
      },
    };
    expect(bodies.map(({ method, params }) => [method, params])).toEqual([
      ["server/discover", { _meta: meta }],
      ["tools/list", { _meta: meta }],
      [
        "tools/call",
        { name: "echo", arguments: {}, _meta: { ...meta, progressToken: "progress-1" } },
      ],
    ]);
  });

  test("L1: logs are asked for on each request of a call, and on none where nobody wants them", async () => {
    const metas: unknown[] = [];
    const server = await startHttpServer(
      {
        "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }] }),
        "tools/call": (_params, exchange) => {
          exchange.notify("notifications/message", { level: "warning", data: "careful" });
          return text("x");
        },
      },
      {
        onRequest: ({ body }) => {
          const { method, params } = parseObject(body);
          if (method === "tools/call" && isJsonObject(params)) metas.push(params["_meta"]);
        },
      },
    );
    onTestFinished(() => server.close());
    const wanting = await connect(http(server.url), { logLevel: "warning" });
    await callTool(wanting, "t");
    await wanting.close();
    const events: unknown[] = [];
    for await (const event of wanting.events()) events.push(event);
    expect(events).toEqual([{ type: "log", level: "warning", logger: null, data: "careful" }]);
    const other = await connect(http(server.url));
    await callTool(other, "t");
    expect(other.diagnostics()).toEqual([
      { code: "unrequested_log", count: 1, sample: '"warning"' },
    ]);
    expect(metas).toEqual([
      expect.objectContaining({ "io.modelcontextprotocol/logLevel": "warning" }),
      expect.not.objectContaining({ "io.modelcontextprotocol/logLevel": "warning" }),
    ]);
  });

  test("report 23: a tool without arguments is sent an empty object", async () => {
    let received: unknown;
    const server = await startHttpServer({
      "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }] }),
      "tools/call": (params) => {
        received = params;
        return text("x");
      },
    });
    onTestFinished(() => server.close());
    await callTool(await connect(http(server.url)), "t");
    expect(received).toMatchObject({ name: "t", arguments: {} });
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
    expect(await client.listTools(options.signal)).toEqual({ tools: [], excluded: [] });
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
