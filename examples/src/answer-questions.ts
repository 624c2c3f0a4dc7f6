// Calls a tool whose server asks before it acts. Run it and answer, or pipe the answers in, a line each.
import { fileURLToPath } from "node:url";
import { allowEverything, connectMcpClient } from "@perspt/mcp-client";
import { createLineReader } from "./line-reader.js";
import { terminalPrompts } from "./terminal-prompts.js";

const lines = createLineReader(process.stdin);
const client = await connectMcpClient({
  serverId: "notes",
  transport: {
    kind: "stdio",
    command: [process.execPath, fileURLToPath(new URL("./notes-server.js", import.meta.url))],
    workingDirectory: process.cwd(),
  },
  guard: allowEverything(),
  elicitation: terminalPrompts(lines),
  clientInfo: { name: "answer-questions", version: "1.0.0" },
});

const signal = AbortSignal.timeout(300_000);
const { tools } = await client.listTools(signal);
const tool = tools.find(({ name }) => name === "remove_note");
if (tool === undefined) throw new Error("The server lists no tool remove_note.");

const outcome = await client.call(
  { kind: "tool", tool, arguments: { title: "welcome" } },
  { call: "removal", signal },
);
console.log(outcome.kind, JSON.stringify("result" in outcome ? outcome.result : outcome.error));

await client.close();
lines.close();
