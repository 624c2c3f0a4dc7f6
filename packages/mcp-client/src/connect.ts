import { createValidator } from "@perspt/json";
import { createTransport, type McpTransport } from "@perspt/transport";
import type { CallContext } from "./call-context.js";
import { startDeadline } from "./call-deadline.js";
import { clientCapabilities } from "./client-capabilities.js";
import {
  DEFAULT_MAX_SAMPLING_TOKENS,
  type McpClientOptions,
  type ResolvedClientOptions,
  resolveClientOptions,
} from "./client-options.js";
import { DiagnosticCounts } from "./diagnostic-counts.js";
import { discover } from "./discover.js";
import { EventQueue } from "./event-queue.js";
import { listTools } from "./list-tools.js";
import {
  type DiscoveredServer,
  type McpClient,
  PROTOCOL_VERSION,
  type RemoteTool,
} from "./mcp-client.js";
import { McpClientError } from "./mcp-client-error.js";
import { NotificationRouter } from "./notification-router.js";
import { ProgressTokens } from "./progress-tokens.js";
import { runCall } from "./run-call.js";
import { wishedFilter } from "./subscription-filter.js";
import { keepSubscription } from "./subscription-keeper.js";
import { TurnQueue } from "./turn-queue.js";
import { WireSession } from "./wire-session.js";
import { WireTap } from "./wire-tap.js";

const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

/**
 * Connects to one server: `server/discover` first and only, on a link of its own; never `initialize`, never a fallback. Rejects with a
 * `McpClientError` when the server cannot be reached or does not speak 2026-07-28; then nothing of it is left running.
 */
export async function connectMcpClient(given: McpClientOptions): Promise<McpClient> {
  const options = resolveClientOptions(given);
  const transport = createTransport(options.transport, options.ports);
  const tap = new WireTap(transport);
  const client = await createSdkClient(options);
  const events = new EventQueue();
  const diagnostics = new DiagnosticCounts();
  const sinks = {
    emit: events.push.bind(events),
    note: diagnostics.note.bind(diagnostics),
  };
  const progress = new ProgressTokens();
  const wantsLogs = options.logLevel !== undefined;
  const router = new NotificationRouter({ ...sinks, wantsLogs, progress });
  tap.onnotification = (notification) => router.take(notification);
  client.onerror = (error) => sinks.note("protocol_noise", error.message);

  const closing = new AbortController();
  const closed = new Promise<McpClientError | null>((resolve) => {
    client.onclose = () => {
      const isOurs = closing.signal.aborted;
      closing.abort();
      events.end();
      resolve(isOurs ? null : lostConnection(tap, transport));
    };
  });
  const { clock, timeoutMs, signal } = options;
  const server = await discover({ client, tap, transport, clock, timeoutMs, signal });

  const session = new WireSession(client, tap, clock);
  const fetchTools = toolFetcher(server, session, options);
  const context = callContext(options, session, fetchTools, {
    ...sinks,
    progress,
    capabilities: server.capabilities,
  });
  const filter =
    options.subscriptions === undefined
      ? null
      : wishedFilter(server.capabilities, options.subscriptions.resources);
  if (filter !== null) {
    const { random } = options;
    void keepSubscription({ ...context, router, filter, random, signal: closing.signal });
  }
  return {
    server,
    listTools: fetchTools,
    call: (request, callOptions) => runCall(context, request, callOptions),
    events: () => events,
    diagnostics: () => [...transport.diagnostics(), ...diagnostics.list()],
    stderrTail: () => transport.stderrTail(),
    closed,
    async close() {
      closing.abort();
      await client.close();
      // A link that was over before has told nobody again.
      events.end();
    },
  };
}

/** What ended a connection that nobody here closed. */
async function lostConnection(
  tap: WireTap,
  transport: Pick<McpTransport, "stderrTail">,
): Promise<McpClientError> {
  const cause = await tap.reasonOfEnd();
  return new McpClientError({
    code: cause?.code ?? "connection_lost",
    message: cause?.message ?? "The connection to the server was lost.",
    hint: cause?.hint ?? null,
    stderrTail: transport.stderrTail(),
    cause,
  });
}

/** The official client, pinned: it can neither send `initialize` nor fall back (sdk-notes, 1). Loaded here and nowhere else. */
async function createSdkClient(options: ResolvedClientOptions) {
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client(options.clientInfo, {
    versionNegotiation: { mode: { pin: PROTOCOL_VERSION }, probe: { maxRetries: 0 } },
    supportedProtocolVersions: [PROTOCOL_VERSION],
    capabilities: clientCapabilities(options),
  });
  // Progress is read raw, as all notifications are: the SDK's own handler loses what comes in one piece with the answer.
  client.removeNotificationHandler("notifications/progress");
  return client;
}

/** Lists the tools, all pages within one `timeout_ms`, so that a server with many slow pages holds nobody up (report 12). */
function toolFetcher(
  server: DiscoveredServer,
  session: WireSession,
  { clock, timeoutMs }: ResolvedClientOptions,
): (signal: AbortSignal) => Promise<readonly RemoteTool[]> {
  return async (caller) => {
    // A server that does not offer tools is not asked for them (governance.md).
    if (!Object.hasOwn(server.capabilities, "tools")) return [];
    const { signal, clear } = startDeadline(clock, timeoutMs, caller);
    try {
      return await listTools((cursor) =>
        session.request({
          method: "tools/list",
          params: cursor === null ? {} : { cursor },
          headers: {},
          timeoutMs: null,
          signal,
          onBegin: null,
          gate: () => ({ kind: "proceed" }),
        }),
      );
    } finally {
      clear();
    }
  };
}

function callContext(
  options: ResolvedClientOptions,
  session: WireSession,
  fetchTools: (signal: AbortSignal) => Promise<readonly RemoteTool[]>,
  parts: Pick<CallContext, "emit" | "note" | "progress" | "capabilities">,
): CallContext {
  const { serverId, elicitation = null, sampling, roots, logLevel, transport } = options;
  return {
    ...parts,
    inputs: {
      serverId,
      elicitation,
      sampling:
        sampling === undefined ? null : { maxTokens: DEFAULT_MAX_SAMPLING_TOKENS, ...sampling },
      roots,
      turns: new TurnQueue(),
    },
    session,
    guard: options.guard,
    validator: createValidator(),
    clock: options.clock,
    transport: transport.kind,
    timeoutMs: options.timeoutMs,
    maxTaskWaitMs: options.maxTaskWaitMs,
    maxResultBytes: options.maxResultBytes,
    tasks: options.tasks,
    meta: logLevel === undefined ? {} : { [LOG_LEVEL_KEY]: logLevel },
    async refetchTool(name, signal) {
      const tools = await fetchTools(signal).catch(() => []);
      return tools.find((tool) => tool.name === name) ?? null;
    },
  };
}
