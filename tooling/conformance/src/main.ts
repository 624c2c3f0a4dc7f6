import type { McpElicitationProvider } from "@perspt/elicitation";
import type { JsonObject, JsonValue } from "@perspt/json";
import {
  allowEverything,
  connectMcpClient,
  type McpClient,
  type McpRequest,
  type McpSamplingProvider,
  type RemoteTool,
} from "@perspt/mcp-client";
import { sampleArguments } from "./sample-arguments.js";
import { type ToolCall, toolCallsOf } from "./tool-calls.js";

/**
 * The client that the official suite judges: `<program> <server url>`. It does with a server everything that a host does: lists, calls,
 * reads, answers. What comes of a call is for the suite to judge, by what its server saw; this program only fails when the server could
 * not be used at all.
 */
const [url] = process.argv.slice(2);
if (url === undefined) throw new Error("expected the address of a server as the last argument");

/** Says yes to everything. */
const elicitation: McpElicitationProvider = {
  elicit: async (request) => {
    if (request.kind === "url") return { action: "accept", content: null };
    const answers = Object.entries(sampleArguments(request.requestedSchema));
    return { action: "accept", content: Object.fromEntries(answers.filter(isFormEntry)) };
  },
};

const sampling: McpSamplingProvider = {
  sample: async () => ({ kind: "denied", code: "no_model", reason: "This program has no model." }),
};

const client = await connectMcpClient({
  serverId: "suite",
  transport: {
    kind: "streamable_http",
    url,
    headers: new Map(),
    maxMessageBytes: 1024 * 1024,
  },
  guard: allowEverything(),
  clientInfo: { name: "perspt-conformance", version: "0.0.0" },
  timeoutMs: 20_000,
  elicitation,
  sampling: { provider: sampling },
  roots: [{ uri: "file:///workspace", name: null }],
});
try {
  await callTools(client, toolCallsOf(process.env["MCP_CONFORMANCE_CONTEXT"]));
  await readResources(client);
  await getPrompts(client);
} finally {
  await client.close();
}

async function callTools(client: McpClient, told: readonly ToolCall[] | null): Promise<void> {
  const { tools, excluded } = await client.listTools(never());
  for (const { tool, problem } of excluded) console.error(`left out ${tool.name}: ${problem}`);
  // Also those that the client leaves out: it has to refuse them by itself.
  const listed = [...tools, ...excluded.map(({ tool }) => tool)];
  const calls =
    told ?? listed.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool, listed) }));
  for (const { name, arguments: value } of calls) {
    const tool = listed.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`the suite wants ${name} called, which is not listed`);
    await call(client, { kind: "tool", tool, arguments: value });
  }
}

/** One tool of the suite takes another one's schema, to see what the client has left of it. */
function argumentsFor(tool: RemoteTool, listed: readonly RemoteTool[]): JsonObject {
  const other = listed.find(({ name }) => name !== tool.name);
  return tool.name === "json_schema_echo" && other !== undefined
    ? { schema: other.inputSchema }
    : sampleArguments(tool.inputSchema);
}

async function readResources(client: McpClient): Promise<void> {
  for (const uri of await listed(client, "resources", "uri")) {
    await call(client, { kind: "resource_read", uri });
  }
}

async function getPrompts(client: McpClient): Promise<void> {
  for (const name of await listed(client, "prompts", "name")) {
    await call(client, { kind: "prompt_get", name, arguments: new Map() });
  }
}

async function listed(
  client: McpClient,
  list: "resources" | "prompts",
  member: string,
): Promise<readonly string[]> {
  const entries = await client.list(list, never());
  return entries.flatMap(({ [member]: value }) => (typeof value === "string" ? [value] : []));
}

async function call(client: McpClient, request: McpRequest): Promise<void> {
  const outcome = await client.call(request, { call: crypto.randomUUID(), signal: never() });
  console.error(JSON.stringify({ request, outcome }));
}

function isFormEntry(entry: [string, JsonValue]): entry is [string, string | number | boolean] {
  return ["string", "number", "boolean"].includes(typeof entry[1]);
}

function never(): AbortSignal {
  return new AbortController().signal;
}
