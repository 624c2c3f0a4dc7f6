import { describe, expect, test } from "vitest";
import { answeringServer, answerResult } from "./answering-server.js";
import { callTool, connect, http, theTool } from "./clients.js";

const { signal } = new AbortController();
const TOOLS = { tools: [{ name: "t", inputSchema: { type: "object" } }] };

/** Turns the first requests for its list away with a status and a pause to keep, in seconds. */
async function busyServer(refusals: number, status = 429, pause: string | null = "0") {
  const server = await answeringServer({
    "tools/list": (response, asked) => {
      if (asked.earlier >= refusals) answerResult(response, asked, TOOLS);
      else response.writeHead(status, pause === null ? {} : { "retry-after": pause }).end();
    },
  });
  return { server, client: await connect(http(server.url), { timeoutMs: 5000 }) };
}

describe("a server that is busy while its list is read", () => {
  test.each([429, 503])(
    "H20: with HTTP %i is asked again once the pause is over",
    async (status) => {
      const { server, client } = await busyServer(2, status);
      expect((await client.listTools(signal)).tools).toHaveLength(1);
      expect(server.asked("tools/list")).toBe(3);
    },
  );

  test("H20: is heard: the pause that it names is kept", async () => {
    const { client } = await busyServer(1, 429, "1");
    const began = performance.now();
    await client.listTools(signal);
    expect(performance.now() - began).toBeGreaterThanOrEqual(900);
  });

  test("H20: is asked three times and no more", async () => {
    const { server, client } = await busyServer(Number.POSITIVE_INFINITY);
    await expect(client.listTools(signal)).rejects.toMatchObject({ code: "rate_limited" });
    expect(server.asked("tools/list")).toBe(3);
  });

  test("H20: is not waited for beyond timeout_ms, and the error says what it is", async () => {
    const { server, client } = await busyServer(1, 429, "3600");
    await expect(client.listTools(signal)).rejects.toMatchObject({ code: "rate_limited" });
    expect(server.asked("tools/list")).toBe(1);
  });

  test.each([
    [429, null],
    [500, "0"],
  ])("H20: with HTTP %i and Retry-After %j is not asked again", async (status, pause) => {
    const { server, client } = await busyServer(1, status, pause);
    await expect(client.listTools(signal)).rejects.toMatchObject({ name: "McpClientError" });
    expect(server.asked("tools/list")).toBe(1);
  });

  test("H20: whoever reads the list can give it up while it waits", async () => {
    const { client } = await busyServer(1, 429, "4");
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    await expect(client.listTools(stop.signal)).rejects.toMatchObject({ code: "cancelled" });
  });
});

test.each([
  [429, "failed"],
  [503, "uncertain"],
])("H20: a call that was turned away with HTTP %i is sent once", async (status, kind) => {
  const server = await answeringServer({
    "tools/call": (response) => response.writeHead(status, { "retry-after": "0" }).end(),
  });
  const client = await connect(http(server.url));
  await theTool(client, "t");
  expect((await callTool(client, "t")).kind).toBe(kind);
  expect(server.asked("tools/call")).toBe(1);
});
