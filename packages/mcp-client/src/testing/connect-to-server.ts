import type { JsonObject } from "@perspt/json";
import { allowEverything } from "../call-guard.js";
import type { CallOutcome } from "../call-outcome.js";
import type { McpClientOptions } from "../client-options.js";
import { connectMcpClient } from "../connect.js";
import type { McpClient } from "../mcp-client.js";
import type { ServerTarget } from "./server-target.js";
import { type StartedServer, startServer } from "./start-server.js";

/** What a test may set; the endpoint is the target's. */
export type TestClientOptions = Partial<Omit<McpClientOptions, "transport" | "ports">>;

/** A server under test, and the client that speaks to it. */
export interface TestedServer {
  readonly client: McpClient;
  /**
   * Lists the tools, and calls the one of this name. Rejects with an `Error` that names those listed where there is none, and with a
   * `McpClientError` where they cannot be listed; every end of the call itself is a `CallOutcome`.
   */
  callTool(name: string, argumentsValue?: JsonObject): Promise<CallOutcome>;
  /** Closes the client and ends what was started; resolves within four seconds. */
  stop(): Promise<void>;
}

/** Of each request, and of a program to listen. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Starts a server program, or takes one that runs, and connects with the production client. Unless `options` say otherwise each request
 * has ten seconds, as has a program to listen, and every call passes. Rejects with a `McpClientError` whose message, hint and `stderrTail`
 * say why; nothing of the server is left running then.
 */
export async function connectToServer(
  target: ServerTarget,
  options: TestClientOptions = {},
): Promise<TestedServer> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return connectOver(await startServer(target, timeoutMs), { ...options, timeoutMs });
}

/** The rest of the way, for a server that was started. It is stopped where the connection does not come about. */
export async function connectOver(
  started: StartedServer,
  options: TestClientOptions,
): Promise<TestedServer> {
  const client = await connectMcpClient({
    serverId: "tested",
    guard: allowEverything(),
    clientInfo: { name: "perspt-server-test", version: "0" },
    ...options,
    transport: started.transport,
  }).catch(async (error: unknown) => {
    await started.stop();
    throw error;
  });
  let calls = 0;
  return {
    client,
    async callTool(name, argumentsValue = {}) {
      const { signal } = new AbortController();
      const { tools } = await client.listTools(signal);
      const tool = tools.find((candidate) => candidate.name === name);
      if (tool === undefined) {
        const names = tools.map((listed) => listed.name).join(", ");
        throw new Error(`Expected a tool ${name}; the server lists ${names || "none"}.`);
      }
      calls += 1;
      const request = { kind: "tool", tool, arguments: argumentsValue } as const;
      return client.call(request, { call: `test/${calls}`, signal });
    },
    async stop() {
      await client.close();
      await started.stop();
    },
  };
}
