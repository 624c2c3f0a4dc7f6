import { describe, expect, test } from "vitest";
import { allowEverything, connectMcpClient, type McpClientOptions } from "../src/index.js";
import { discovers, scriptedServer } from "../src/testing/index.js";
import { stdio } from "./clients.js";

const right = {
  serverId: "docs",
  transport: stdio(["perspt-no-such-program"]),
  guard: allowEverything(),
  clientInfo: { name: "test", version: "1.0.0" },
};

/** What a caller without a compiler is told. */
async function complaint(options: unknown): Promise<string> {
  try {
    await connectMcpClient(options as McpClientOptions);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  return expect.unreachable("it connected");
}

describe("an option of the wrong type is named before anything is started", () => {
  test.each([
    [undefined, "connectMcpClient: expected an object; got nothing."],
    [
      { ...right, serverId: undefined },
      'connectMcpClient: expected serverId to be the name that you give the server, such as "docs"; got nothing.',
    ],
    [
      { ...right, guard: undefined },
      "connectMcpClient: expected guard to be a CallGuard with beforeLeg, redeem and afterLeg; allowEverything() governs nothing; got nothing.",
    ],
    [
      { ...right, guard: { beforeLeg() {} } },
      "connectMcpClient: expected guard to be a CallGuard with beforeLeg, redeem and afterLeg; allowEverything() governs nothing; got an object.",
    ],
    [
      { ...right, transport: "http://localhost:3000/mcp" },
      'connectMcpClient: expected transport to be the configuration of a transport, such as { kind: "stdio", … }; got a string.',
    ],
    [
      { ...right, transport: { kind: "sse" } },
      'a transport: expected kind to be "stdio" or "streamable_http"; got a string.',
    ],
    [
      { ...right, clientInfo: "me" },
      "connectMcpClient: expected clientInfo to be what to call this program, { name, version }; got a string.",
    ],
    [
      { ...right, timeoutMs: "30s" },
      "connectMcpClient: expected timeoutMs to be a number of milliseconds above 0; got a string.",
    ],
    [
      { ...right, maxResultBytes: Number.NaN },
      "connectMcpClient: expected maxResultBytes to be a number of bytes above 0; got the number NaN.",
    ],
    [
      { ...right, elicitation: () => ({ action: "accept" }) },
      "connectMcpClient: expected elicitation to be a McpElicitationProvider, an object with elicit(request, signal); got a function.",
    ],
    [
      { ...right, sampling: { sample() {} } },
      "connectMcpClient: expected sampling to be { provider }, where the provider has sample(request, signal); got an object.",
    ],
    [
      { ...right, roots: "/" },
      "connectMcpClient: expected roots to be an array of { uri, name }; got a string.",
    ],
    [
      { ...right, subscriptions: true },
      "connectMcpClient: expected subscriptions to be { resources }, an array of addresses; got a boolean.",
    ],
  ])("%j", async (options, sentence) => {
    expect(await complaint(options)).toBe(sentence);
  });

  test("methods may be inherited, as those of a class are", async () => {
    class Guard {
      beforeLeg() {}
      redeem() {}
      afterLeg() {}
    }
    const options: unknown = { ...right, guard: new Guard() };
    await expect(connectMcpClient(options as McpClientOptions)).rejects.toMatchObject({
      code: "program_not_found",
    });
  });
});

describe("an argument of the wrong type is named before anything is sent", () => {
  const { signal } = new AbortController();
  const options = { call: "1", signal };

  test.each([
    [
      [{ kind: "call_tool" }, options],
      "client.call(request, …): expected kind to be one of tool, resources_list, resource_templates_list, prompts_list, resource_read, prompt_get, complete; got a string.",
    ],
    [
      [{ kind: "tool", tool: "greet", arguments: {} }, options],
      "client.call(request, …): expected tool to be a tool as client.listTools gave it; got a string.",
    ],
    [
      [{ kind: "tool", tool: { name: "greet" } }, options],
      "client.call(request, …): expected arguments to be an object, {} for none; got nothing.",
    ],
    [
      [{ kind: "prompt_get", name: "a", arguments: {} }, options],
      "client.call(request, …): expected arguments to be a Map of names to texts, new Map() for none; got an object.",
    ],
    [
      [{ kind: "prompts_list" }, options],
      "client.call(request, …): expected cursor to be null for the first page, or the cursor that the page before gave; got nothing.",
    ],
    [
      [{ kind: "resource_read", uri: "a:b" }],
      "client.call(…, options): expected an object; got nothing.",
    ],
    [
      [{ kind: "resource_read", uri: "a:b" }, { call: "1" }],
      "client.call(…, options): expected signal to be an AbortSignal, such as AbortSignal.timeout(30_000); got nothing.",
    ],
  ])("%j", async (given, sentence) => {
    const server = scriptedServer([discovers()]);
    const client = await connectMcpClient({ ...right, ...server.endpoint });
    const call = client.call.bind(client) as (...given: readonly unknown[]) => Promise<unknown>;
    await expect(call(...given)).rejects.toThrow(new TypeError(sentence));
    expect(server.received).toHaveLength(1);
    await client.close();
  });
});
