// Tests what you build on the client, without a process or a network: a server in memory answers in real frames.
import assert from "node:assert/strict";
import { connectMcpClient, type McpClient, McpClientError } from "@perspt/mcp-client";
import {
  answersText,
  discovers,
  listsTools,
  recordingGuard,
  scriptedServer,
} from "@perspt/mcp-client/testing";

/** The code under test: calls every tool whose name starts with `check_`, and counts those that complete. */
async function countPassingChecks(client: McpClient): Promise<number> {
  const signal = AbortSignal.timeout(5000);
  const { tools } = await client.listTools(signal);
  const checks = tools.filter(({ name }) => name.startsWith("check_"));
  const outcomes = await Promise.all(
    checks.map((tool) =>
      client.call({ kind: "tool", tool, arguments: {} }, { call: tool.name, signal }),
    ),
  );
  return outcomes.filter(({ kind }) => kind === "completed").length;
}

const server = scriptedServer([
  discovers(),
  listsTools({ name: "check_links" }, { name: "check_spelling" }, { name: "publish" }),
  answersText("all links lead somewhere"),
  { method: "tools/call", answer: { kind: "error", code: -32_603, message: "no dictionary" } },
]);
const guard = recordingGuard();
const client = await connectMcpClient({
  ...server.endpoint,
  serverId: "checks",
  guard,
  clientInfo: { name: "test-your-client", version: "1.0.0" },
});

assert.equal(await countPassingChecks(client), 1);
assert.deepEqual(server.problems(), []);
console.log(guard.log.filter(({ at }) => at === "redeem").length); // 2

// A request that the script does not hold gets no answer made up: the server ends, and says why.
const end = await client.listTools(AbortSignal.timeout(5000)).catch((error: unknown) => error);
console.log(end instanceof McpClientError && end.code); // server_exited
console.log(server.problems()[0]); // The client asked for tools/list, and the script holds no further answer to it.
await client.close();
