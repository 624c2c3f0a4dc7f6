// Embeds the client in a program of its own, with a guard that lets one tool through.
import { fileURLToPath } from "node:url";
import { type CallGuard, connectMcpClient, type GuardVerdict } from "@perspt/mcp-client";

/** `redeem` is asked last, about the very message that is to be written: what it refuses, the server never sees. */
function onlyTool(name: string): CallGuard {
  const proceed: GuardVerdict = { kind: "proceed" };
  const refuse: GuardVerdict = {
    kind: "refuse",
    code: "other_tool",
    reason: `Only ${name} may run.`,
  };
  return {
    beforeLeg: async () => proceed,
    redeem: ({ method, target }) => (method === "tools/call" && target === name ? proceed : refuse),
    afterLeg: async () => proceed,
  };
}

const client = await connectMcpClient({
  serverId: "notes",
  transport: {
    kind: "stdio",
    command: [process.execPath, fileURLToPath(new URL("./notes-server.js", import.meta.url))],
    workingDirectory: process.cwd(),
  },
  guard: onlyTool("read_note"),
  clientInfo: { name: "one-tool", version: "1.0.0" },
});

const signal = AbortSignal.timeout(30_000);
const { tools } = await client.listTools(signal);

async function call(name: string, title: string) {
  const tool = tools.find((listed) => listed.name === name);
  if (tool === undefined) throw new Error(`The server lists no tool ${name}.`);
  return client.call({ kind: "tool", tool, arguments: { title } }, { call: name, signal });
}

const read = await call("read_note", "welcome");
console.log(read.kind, "result" in read && read.result["content"]); // completed [ { type: 'text', text: 'Hello.' } ]

const added = await call("add_note", "plans");
console.log(added.kind, added.mayHaveRun, "error" in added && added.error.message); // refused false Only read_note may run.

await client.close();
