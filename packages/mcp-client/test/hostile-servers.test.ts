import { scriptedElicitation } from "@perspt/elicitation";
import { describe, expect, test } from "vitest";
import type { McpClient, McpSamplingProvider } from "../src/index.js";
import { answeringServer } from "./answering-server.js";
import { callTool, connect, fixtureEndpoint, http, TRANSPORTS, theTool } from "./clients.js";

const codesOf = (client: McpClient): readonly string[] =>
  client.diagnostics().map(({ code }) => code);

describe.each(TRANSPORTS)("a server that misbehaves over %s", (kind) => {
  test("T16: cannot settle a call with another id, nor with a second answer", async () => {
    const client = await connect(await fixtureEndpoint(kind, "confuses-ids"));
    expect(await callTool(client, "echo", { message: "right" })).toMatchObject({
      kind: "completed",
      result: { content: [{ text: "right" }] },
    });
    expect((await callTool(client, "echo", { message: "again" })).kind).toBe("completed");
  });

  test("T15, I11, H14: is not answered when it sends requests, and neither person nor model hears of them", async () => {
    const elicitation = scriptedElicitation([]);
    let sampled = 0;
    const provider: McpSamplingProvider = {
      async sample() {
        sampled += 1;
        return { kind: "denied", code: "asked", reason: "It was asked." };
      },
    };
    const client = await connect(await fixtureEndpoint(kind, "asks-the-client"), {
      roots: [{ uri: "file:///p", name: null }],
      elicitation,
      sampling: { provider },
    });
    expect((await callTool(client, "echo", { message: "x" })).kind).toBe("completed");
    expect([elicitation.asked, sampled]).toEqual([[], 0]);
    expect(codesOf(client)).toEqual(["unanswered_server_request", "refused_batch"]);
  });

  test("report 8: one bad tool does not hide the others; each is listed in a shape that can be judged", async () => {
    const client = await connect(await fixtureEndpoint(kind, "hostile-catalog"));
    const { tools, excluded } = await client.listTools(new AbortController().signal);
    expect(tools.length + excluded.length).toBe(21);
    expect(excluded.map(({ tool }) => tool.name)).toEqual(kind === "stdio" ? [] : ["bad_header"]);
    expect(tools.map(({ name }) => name)).toContain("healthy");
    expect(tools.find(({ name }) => name === "null_schema")).toEqual({
      name: "null_schema",
      inputSchema: {},
      outputSchema: null,
      definition: { name: "null_schema", inputSchema: null },
    });
  });

  test("I6, T16: a late answer is no answer, and the next call is not disturbed", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"), { timeoutMs: 1500 });
    const late = await callTool(client, "slow", { milliseconds: 2000 });
    expect(late).toMatchObject({ kind: "uncertain", error: { code: "timeout" } });
    expect(await callTool(client, "slow", { milliseconds: 900 })).toMatchObject({
      kind: "completed",
    });
  });

  test("C2: cannot cancel a call by a notification", async () => {
    const client = await connect(await fixtureEndpoint(kind, "cancels-the-client"));
    expect((await callTool(client, "work")).kind).toBe("completed");
    const [event] = await firstEvents(client);
    expect(event).toMatchObject({ type: "cancelled" });
  });
});

async function firstEvents(client: McpClient): Promise<readonly unknown[]> {
  for await (const event of client.events()) return [event];
  return [];
}

describe("a stdio server that dies", () => {
  test("ends the connection: its calls say why, and nothing waits", async () => {
    const client = await connect(
      await fixtureEndpoint("stdio", "drops-after-effect", ["--effects", "/dev/null"]),
    );
    const tool = await theTool(client, "count");
    const options = { call: "c", signal: new AbortController().signal };
    const request = { kind: "tool", tool, arguments: {} } as const;
    expect(await client.call(request, options)).toMatchObject({
      kind: "uncertain",
      error: { code: "server_exited" },
    });
    await client.closed;
    expect(await client.call(request, options)).toMatchObject({
      kind: "failed",
      mayHaveRun: false,
      error: { code: "server_exited" },
    });
    await expect(client.listTools(options.signal)).rejects.toMatchObject({ code: "server_exited" });
  });
});

describe("a client that was closed", () => {
  test.each(TRANSPORTS)("fails its calls over %s before anything is sent", async (kind) => {
    const client = await connect(await fixtureEndpoint(kind, "echo"));
    const tool = await theTool(client, "echo");
    await client.close();
    await client.closed;
    await client.close();
    const options = { call: "c", signal: new AbortController().signal };
    expect(await client.call({ kind: "tool", tool, arguments: {} }, options)).toMatchObject({
      kind: "failed",
      mayHaveRun: false,
      error: { code: "closed" },
    });
  });

  test.each(TRANSPORTS)("leaves a call under way over %s uncertain", async (kind) => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    const calling = callTool(client, "slow", { milliseconds: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await client.close();
    expect(await calling).toMatchObject({ kind: "uncertain", error: { code: "closed" } });
  });
});

describe("streams that end in another way", () => {
  test.each([
    ["after_headers", "connection_lost"],
    ["half_event", "connection_lost"],
    ["after_progress", "connection_lost"],
    ["clean_end", "stream_ended"],
  ])("report 14, H14: %s is uncertain with code %s", async (tool, code) => {
    const client = await connect(await fixtureEndpoint("streamable_http", "bad-stream-ends"));
    expect(await callTool(client, tool)).toMatchObject({ kind: "uncertain", error: { code } });
  });

  test.each<[string, string, boolean, string]>([
    ["401", "failed", false, "auth_required"],
    ["403", "failed", false, "forbidden"],
    ["404", "failed", false, "unexpected_status"],
    ["408", "uncertain", true, "unexpected_status"],
    ["409", "uncertain", true, "unexpected_status"],
    ["413", "failed", false, "unexpected_status"],
    ["431", "failed", false, "unexpected_status"],
    ["429", "failed", false, "rate_limited"],
    ["500", "uncertain", true, "unexpected_status"],
    ["503", "uncertain", true, "unexpected_status"],
  ])(
    "H18–H20: HTTP %s to a call is %s, may have run: %s",
    async (status, outcome, mayHaveRun, code) => {
      const server = await answeringServer({
        "tools/call": (response) => response.writeHead(Number(status)).end(),
      });
      const client = await connect(http(server.url));
      expect(await callTool(client, "t")).toMatchObject({
        kind: outcome,
        mayHaveRun,
        error: { code },
      });
      expect(server.asked("tools/call")).toBe(1);
    },
  );
});
