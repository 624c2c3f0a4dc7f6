import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixture, recordStdin, startHttpServer, text } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { callTool, connect, http, stdio, temporaryFolder } from "./clients.js";

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
