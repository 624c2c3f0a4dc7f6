import { tmpdir } from "node:os";
import { declineElicitation } from "@perspt/elicitation";
import type { JsonObject } from "@perspt/json";
import {
  allowEverything,
  type CallOutcome,
  connectMcpClient,
  type McpClient,
  McpClientError,
  type McpRequest,
  type RemoteTool,
} from "@perspt/mcp-client";
import type { TransportConfig } from "@perspt/transport";
import { serverProgram } from "../server-programs.js";
import type { FrameCase, FrameRequest } from "./frame-case.js";

/** Longest message, in bytes: small, so that frames beyond it are cheap to make. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
/** A request that is answered at all is answered long before; in milliseconds. */
const TIMEOUT = 2500;
const MAX_TASK_WAIT = 8000;

/** How one request ended. */
export interface Ending {
  /** `completed`, or the error's code. */
  readonly code: string;
  /** False where nothing of it was sent: what a server answered was, also where the answer says that nothing ran. */
  readonly wasSent: boolean;
}

/** A client of a server that writes what it is told. */
export interface ToldServer {
  readonly client: McpClient;
  /** Has the server answer one request as the case says. Rejects for nothing that a server may do. */
  ask(one: FrameCase): Promise<Ending>;
}

export function stdioEndpoint(): TransportConfig {
  return {
    kind: "stdio",
    command: [process.execPath, serverProgram("writes-as-told")],
    workingDirectory: tmpdir(),
    environment: new Map(),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    maxStderrBytes: 4096,
  };
}

export function httpEndpoint(url: string): TransportConfig {
  return {
    kind: "streamable_http",
    url,
    headers: new Map(),
    maxMessageBytes: MAX_MESSAGE_BYTES,
  };
}

export async function connectToldServer(transport: TransportConfig): Promise<ToldServer> {
  const client = await connectMcpClient({
    serverId: "told",
    transport,
    guard: allowEverything(),
    clientInfo: { name: "proof", version: "0.0.0" },
    timeoutMs: TIMEOUT,
    maxTaskWaitMs: MAX_TASK_WAIT,
    elicitation: declineElicitation(),
    roots: [{ uri: "file:///nowhere", name: "nowhere" }],
    subscriptions: { resources: ["told:1"] },
    cache: {},
    logLevel: "debug",
  });
  const { tools } = await client.listTools(new AbortController().signal);
  const toolOf = (name: string): RemoteTool => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new TypeError(`the server lists no tool ${name}`);
    return tool;
  };
  const call = async (request: McpRequest): Promise<Ending> =>
    endingOf(await client.call(request, { call: "proof", signal: new AbortController().signal }));
  const callTool = (name: string, values: JsonObject): Promise<Ending> =>
    call({ kind: "tool", tool: toolOf(name), arguments: values });

  return {
    client,
    async ask({ request, order }) {
      if (request === "write" || request === "write_strictly") return callTool(request, order);
      if (request === "announce") return callTool(request, { frames: order.frames });
      const told = await callTool("tell", { method: request, order });
      return told.code === "completed" ? ask(client, request, call) : told;
    },
  };
}

async function ask(
  client: McpClient,
  request: Exclude<FrameRequest, "write" | "write_strictly" | "announce">,
  call: (request: McpRequest) => Promise<Ending>,
): Promise<Ending> {
  const { signal } = new AbortController();
  switch (request) {
    case "tools/list":
      return listed(client.listTools(signal));
    case "resources/list":
      return listed(client.list("resources", signal));
    case "resources/templates/list":
      return listed(client.list("resource_templates", signal));
    case "prompts/list":
      return listed(client.list("prompts", signal));
    case "resources/read":
      return call({ kind: "resource_read", uri: "told:1" });
    case "prompts/get":
      return call({ kind: "prompt_get", name: "told", arguments: new Map() });
    case "completion/complete":
      return call({
        kind: "complete",
        reference: { kind: "prompt", name: "told" },
        argument: { name: "x", value: "a" },
        context: new Map(),
      });
  }
}

/** A list may be refused with a coded error, and with nothing else. */
async function listed(list: Promise<unknown>): Promise<Ending> {
  try {
    await list;
    return { code: "completed", wasSent: true };
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    return { code: error.code, wasSent: true };
  }
}

function endingOf(outcome: CallOutcome): Ending {
  switch (outcome.kind) {
    case "completed":
    case "tool_error":
      return { code: outcome.kind, wasSent: true };
    case "refused":
    case "failed":
    case "uncertain":
      return {
        code: outcome.error.code,
        wasSent: outcome.mayHaveRun || outcome.error.serverError !== null,
      };
  }
}
