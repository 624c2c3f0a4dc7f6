import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CallOutcome, McpClient, McpRequest } from "../src/index.js";
import { callTool, connect, fixtureEndpoint, TRANSPORTS } from "./clients.js";

const { signal } = new AbortController();

function call(client: McpClient, request: McpRequest): Promise<CallOutcome> {
  return client.call(request, { call: "call-1", signal });
}

const read = (uri: string): McpRequest => ({ kind: "resource_read", uri });

const prompt = (name: string, ...values: [string, string][]): McpRequest => ({
  kind: "prompt_get",
  name,
  arguments: new Map(values),
});

const completion = (name: string): McpRequest => ({
  kind: "complete",
  reference: { kind: "prompt", name },
  argument: { name: "topic", value: "" },
  context: new Map(),
});

describe.each(TRANSPORTS)("answers over %s", (kind) => {
  test("T9: a tool that failed and one that the server does not know stay distinct", async () => {
    const client = await connect(await fixtureEndpoint(kind, "odd-answers"));
    expect(await callTool(client, "known")).toMatchObject({
      kind: "tool_error",
      result: { content: [{ text: "it failed" }] },
    });
    expect(await callTool(client, "unknown")).toMatchObject({
      kind: "failed",
      error: { code: "server_error", serverError: { code: -32602 } },
    });
  });

  test("R2: a resource that is not there is an error, in the old code too; one without contents is there", async () => {
    const client = await connect(await fixtureEndpoint(kind, "odd-answers"));
    for (const [uri, code] of [
      ["missing:new", -32602],
      ["missing:old", -32002],
    ] as const) {
      expect(await call(client, read(uri))).toMatchObject({
        kind: "failed",
        error: { code: "server_error", serverError: { code } },
      });
    }
    expect(await call(client, read("empty:"))).toMatchObject({
      kind: "completed",
      result: { contents: [] },
    });
  });

  test("R1: a read may tell several contents, of other addresses", async () => {
    const client = await connect(await fixtureEndpoint(kind, "odd-answers"));
    expect(await call(client, read("several:"))).toMatchObject({
      kind: "completed",
      result: { contents: [{ uri: "several:a" }, { uri: "elsewhere:b" }] },
    });
  });

  test("R3: a blob is Base64, or the result is invalid", async () => {
    const client = await connect(await fixtureEndpoint(kind, "odd-answers"));
    expect((await call(client, read("blob:"))).kind).toBe("completed");
    expect(await call(client, read("bad-blob:"))).toMatchObject({
      kind: "uncertain",
      error: { code: "invalid_result" },
    });
  });

  test("N1: a prompt without an argument that it needs is the server's error; with it, it is told", async () => {
    const client = await connect(await fixtureEndpoint(kind, "odd-answers"));
    expect(await call(client, prompt("strict"))).toMatchObject({
      kind: "failed",
      error: { serverError: { code: -32602 } },
    });
    expect(await call(client, prompt("strict", ["topic", "tea"]))).toMatchObject({
      kind: "completed",
      result: { messages: [{ role: "user" }, { role: "assistant" }] },
    });
  });

  test("N2: a prompt cannot speak as the system", async () => {
    const client = await connect(await fixtureEndpoint(kind, "odd-answers"));
    expect(await call(client, prompt("system"))).toMatchObject({
      kind: "uncertain",
      error: { code: "invalid_result" },
    });
  });

  test("M1: a completion has 100 values at most; its total and whether there is more are told as they came", async () => {
    const client = await connect(await fixtureEndpoint(kind, "odd-answers"));
    expect(await call(client, completion("many"))).toMatchObject({
      kind: "uncertain",
      error: { code: "invalid_result" },
    });
    expect(await call(client, completion("odd-total"))).toMatchObject({
      kind: "completed",
      result: { completion: { values: ["a", "b"], total: 1 } },
    });
    expect(await call(client, completion("no-total"))).toMatchObject({
      kind: "completed",
      result: { completion: { values: ["a"], hasMore: true } },
    });
  });

  test("T4, T12, T14, T61, R4: nothing that a server points at is fetched", async () => {
    const hits: unknown[] = [];
    const canary = createServer((request, response) => {
      hits.push(request.url);
      response.end("{}");
    });
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      canary.close();
    });
    const address = canary.address();
    if (address === null || typeof address === "string") return expect.unreachable("no port");
    const url = `http://127.0.0.1:${address.port}`;
    const client = await connect(
      await fixtureEndpoint(kind, "points-elsewhere", ["--canary", url]),
    );
    expect(await callTool(client, "input")).toMatchObject({
      kind: "completed",
      result: { content: [{ type: "resource_link", uri: `${url}/link` }] },
    });
    // A schema that leads elsewhere checks nothing, and what cannot be checked is not passed on.
    for (const name of ["output", "dynamic", "based", "dialect"]) {
      expect(await callTool(client, name)).toMatchObject({
        kind: "uncertain",
        error: { code: "output_schema_mismatch" },
      });
    }
    for (const each of ["resources", "resource_templates", "prompts"] as const) {
      expect(await client.list(each, signal)).toHaveLength(1);
    }
    expect(await call(client, read(`${url}/listed`))).toMatchObject({
      result: { contents: [{ text: "told by the server" }] },
    });
    expect((await call(client, prompt("p"))).kind).toBe("completed");
    expect(hits).toEqual([]);
  });
});
