import { createValidator, isJsonObject } from "@perspt/json";
import { createTransport, type McpTransport } from "@perspt/transport";
import type { CallContext } from "./call-context.js";
import { clientCapabilities } from "./client-capabilities.js";
import {
  type McpClientOptions,
  type ResolvedClientOptions,
  resolveClientOptions,
} from "./client-options.js";
import { connectFailure } from "./connect-failure.js";
import { EventQueue } from "./event-queue.js";
import { listTools } from "./list-tools.js";
import { type McpClient, PROTOCOL_VERSION, type RemoteTool } from "./mcp-client.js";
import { McpClientError } from "./mcp-client-error.js";
import { readDiscovery } from "./read-discovery.js";
import { readEvent } from "./read-event.js";
import { runCall } from "./run-call.js";
import { WireSession } from "./wire-session.js";
import { WireTap } from "./wire-tap.js";

/**
 * Connects to one server: `server/discover` first and only, on a link of its own; never `initialize`, never a fallback. Rejects with a
 * `McpClientError` when the server cannot be reached or does not speak 2026-07-28; then nothing of it is left running.
 */
export async function connectMcpClient(options: McpClientOptions): Promise<McpClient> {
  const resolved = resolveClientOptions(options);
  const transport = createTransport(resolved.transport, resolved.ports);
  const { Client } = await import("@modelcontextprotocol/client");
  const tap = new WireTap(transport);
  const client = new Client(resolved.clientInfo, {
    versionNegotiation: {
      mode: { pin: PROTOCOL_VERSION },
      probe: { timeoutMs: resolved.timeoutMs, maxRetries: 0 },
    },
    supportedProtocolVersions: [PROTOCOL_VERSION],
    capabilities: clientCapabilities(resolved),
  });
  const events = new EventQueue();
  const diagnostics = new Map<string, { count: number; sample: string }>();
  const note = (code: string, sample: string): void => {
    const entry = diagnostics.get(code);
    if (entry === undefined) diagnostics.set(code, { count: 1, sample: sample.slice(0, 200) });
    else entry.count += 1;
  };
  client.onerror = (error) => note("protocol_noise", error.message);
  client.fallbackNotificationHandler = async ({ method, params }) => {
    const event = readEvent(method, isJsonObject(params) ? params : {});
    if (event === null) note("malformed_notification", method);
    else events.push(event);
  };
  const server = await discover(client, tap, transport, resolved);
  client.onclose = () => events.end();

  const session = new WireSession(client, tap);
  const fetchTools = async (signal: AbortSignal): Promise<readonly RemoteTool[]> => {
    if (!Object.hasOwn(server.capabilities, "tools")) return [];
    return listTools((cursor) =>
      session.request({
        method: "tools/list",
        params: cursor === null ? {} : { cursor },
        headers: {},
        timeoutMs: resolved.timeoutMs,
        signal,
        onProgress: null,
        gate: () => ({ kind: "proceed" }),
      }),
    );
  };
  const context: CallContext = {
    serverId: resolved.serverId,
    session,
    guard: resolved.guard,
    validator: createValidator(),
    transport: resolved.transport.kind,
    timeoutMs: resolved.timeoutMs,
    maxTaskWaitMs: resolved.maxTaskWaitMs,
    maxResultBytes: resolved.maxResultBytes,
    tasks: resolved.tasks,
    elicitation: resolved.elicitation ?? null,
    roots: resolved.roots,
    async refetchTool(name, signal) {
      const tools = await fetchTools(signal).catch(() => []);
      return tools.find((tool) => tool.name === name) ?? null;
    },
  };
  return {
    server,
    listTools: fetchTools,
    call: (request, callOptions) => runCall(context, request, callOptions),
    events: () => events,
    diagnostics: () => [
      ...transport.diagnostics(),
      ...[...diagnostics].map(([code, entry]) => ({ code, ...entry })),
    ],
    stderrTail: () => transport.stderrTail(),
    async close() {
      events.end();
      await client.close();
    },
  };
}

type SdkClient = InstanceType<typeof import("@modelcontextprotocol/client")["Client"]>;

async function discover(
  client: SdkClient,
  tap: WireTap,
  transport: McpTransport,
  { timeoutMs, signal }: ResolvedClientOptions,
) {
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  const started = performance.now();
  try {
    await Promise.race([client.connect(tap, { timeout: timeoutMs }), rejectOnAbort(stop.signal)]);
    const { response } = tap.discovery;
    return readDiscovery(response !== null && "result" in response ? response.result : null);
  } catch (thrown) {
    const timedOut = performance.now() - started >= timeoutMs;
    const error =
      thrown instanceof McpClientError
        ? thrown
        : connectFailure({
            discovery: tap.discovery,
            thrown,
            timeoutMs,
            ending: stop.signal.aborted ? "cancelled" : timedOut ? "timed_out" : "failed",
          });
    await transport.close();
    throw new McpClientError({
      code: error.code,
      message: error.message,
      hint: error.hint,
      stderrTail: transport.stderrTail(),
      cause: error.cause ?? thrown,
    });
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new Error("connecting was cancelled"));
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });
}
