import type { JsonObject } from "@perspt/json";
import { describe, expect, onTestFinished, test } from "vitest";
import { allowEverything, connectMcpClient, type McpClient } from "../index.js";
import {
  answersText,
  discovers,
  listsTools,
  type ScriptedServer,
  type ScriptedStep,
  scriptedServer,
} from "./index.js";

const { signal } = new AbortController();

async function connected(
  steps: readonly ScriptedStep[],
): Promise<{ server: ScriptedServer; client: McpClient }> {
  const server = scriptedServer(steps);
  return { server, client: await connectTo(server) };
}

async function connectTo(server: ScriptedServer): Promise<McpClient> {
  const client = await connectMcpClient({
    ...server.endpoint,
    serverId: "scripted",
    guard: allowEverything(),
    clientInfo: { name: "test", version: "1.0.0" },
  });
  onTestFinished(() => client.close());
  return client;
}

const greet = {
  kind: "tool",
  tool: { name: "greet", inputSchema: {}, outputSchema: null, definition: {} },
  arguments: { name: "you" },
} as const;

const call = (client: McpClient) => client.call(greet, { call: "call-1", signal });

const resources = discovers({ resources: {} });

describe("a scripted server", () => {
  test("answers discovery, lists and calls in 2026-07-28 frames", async () => {
    const { server, client } = await connected([
      discovers(),
      listsTools({ name: "greet" }),
      answersText("hello"),
    ]);
    const { tools } = await client.listTools(signal);
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema])).toStrictEqual([
      ["greet", { type: "object" }],
    ]);
    expect(await call(client)).toStrictEqual({
      kind: "completed",
      mayHaveRun: true,
      result: { content: [{ type: "text", text: "hello" }] },
    });
    expect(server.problems()).toStrictEqual([]);
  });

  test("keeps every frame that it received, envelope included (V2)", async () => {
    const { server, client } = await connected([discovers(), answersText("hello")]);
    await call(client);
    expect(server.received.map(({ method }) => method)).toStrictEqual([
      "server/discover",
      "tools/call",
    ]);
    expect(server.received[1]).toMatchObject({
      jsonrpc: "2.0",
      params: {
        name: "greet",
        arguments: { name: "you" },
        _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
      },
    });
  });

  test("ends with a reason when its script does, and the call is uncertain", async () => {
    const { server, client } = await connected([discovers()]);
    const outcome = await call(client);
    const problem =
      "The client asked for tools/call, and the script holds no further answer to it.";
    expect(outcome).toMatchObject({ kind: "uncertain", error: { code: "server_exited" } });
    expect(client.stderrTail()).toBe(`${problem}\n`);
    expect(server.problems()).toStrictEqual([problem]);
    expect((await client.closed)?.code).toBe("server_exited");
  });

  test("names the steps that nobody asked for", async () => {
    const { server } = await connected([discovers(), answersText("never")]);
    expect(server.problems()).toStrictEqual([
      "Nobody asked for tools/call, which the script still holds.",
    ]);
  });

  test("gives calls side by side an answer each, in the order of the script", async () => {
    const texts = ["a", "b", "c"];
    const { server, client } = await connected([discovers(), ...texts.map(answersText)]);
    const outcomes = await Promise.all(texts.map(() => call(client)));
    expect(outcomes.map((outcome) => "result" in outcome && outcome.result)).toStrictEqual(
      texts.map((text) => ({ content: [{ type: "text", text }] })),
    );
    expect(server.problems()).toStrictEqual([]);
  });

  test("answers with an error as the server's own", async () => {
    const answer = { kind: "error", code: -32_602, message: "Unknown tool: greet" } as const;
    const { client } = await connected([discovers(), { method: "tools/call", answer }]);
    expect(await call(client)).toMatchObject({
      kind: "failed",
      error: { serverError: { code: -32_602, message: "Unknown tool: greet" } },
    });
  });

  test("is silent where the script says so, and the call can be cancelled", async () => {
    const { server, client } = await connected([
      discovers(),
      { method: "tools/call", answer: { kind: "silence" } },
    ]);
    const cancelling = new AbortController();
    const outcome = client.call(greet, { call: "call-1", signal: cancelling.signal });
    await expect.poll(() => server.received.length).toBe(2);
    cancelling.abort();
    expect(await outcome).toMatchObject({ kind: "uncertain" });
    await expect
      .poll(() => server.received[2])
      .toMatchObject({ method: "notifications/cancelled" });
  });

  test("exits without an answer where the script says so", async () => {
    const { server, client } = await connected([
      discovers(),
      { method: "tools/call", answer: { kind: "exit" } },
    ]);
    expect(await call(client)).toMatchObject({ kind: "uncertain", mayHaveRun: true });
    expect(server.problems()).toStrictEqual([]);
  });

  test("computes an answer from its request, and tells progress before it", async () => {
    const server: ScriptedServer = scriptedServer([
      discovers(),
      {
        method: "tools/call",
        answer({ params }) {
          const { progressToken = null } = Object(params["_meta"]) as JsonObject;
          server.notify("notifications/progress", { progressToken, progress: 1 });
          return {
            kind: "result",
            result: { content: [], structuredContent: params["name"] ?? 0 },
          };
        },
      },
    ]);
    const client = await connectTo(server);
    expect(await call(client)).toMatchObject({ result: { structuredContent: "greet" } });
    const first = await client.events()[Symbol.asyncIterator]().next();
    expect(first.value).toMatchObject({ type: "progress", call: "call-1", progress: 1 });
  });

  test("ends when an answer of the script throws, and says so", async () => {
    const { server, client } = await connected([
      discovers(),
      {
        method: "tools/call",
        answer: () => {
          throw new RangeError("no such row");
        },
      },
    ]);
    expect(await call(client)).toMatchObject({ kind: "uncertain" });
    expect(server.problems()).toStrictEqual([
      "The script's answer to tools/call threw: RangeError: no such row",
    ]);
  });

  test("serves connections one after another from the same script", async () => {
    const server = scriptedServer([discovers(), resources]);
    const first = await connectTo(server);
    await first.close();
    const second = await connectTo(server);
    expect(second.server.capabilities).toStrictEqual({ resources: {} });
    expect(server.problems()).toStrictEqual([]);
  });
});
