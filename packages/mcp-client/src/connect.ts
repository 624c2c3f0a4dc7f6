import { createValidator } from "@perspt/json";
import { createTransport, type McpTransport } from "@perspt/transport";
import { cachedResult } from "./cached-requests.js";
import type { CallContext } from "./call-context.js";
import { clientCapabilities, offersTasks } from "./client-capabilities.js";
import {
  DEFAULT_MAX_SAMPLING_TOKENS,
  type McpClientOptions,
  type ResolvedClientOptions,
  resolveClientOptions,
} from "./client-options.js";
import { DiagnosticCounts } from "./diagnostic-counts.js";
import { discover } from "./discover.js";
import { EventQueue } from "./event-queue.js";
import { excludeTools } from "./exclude-tools.js";
import { ListReader } from "./list-reader.js";
import { type McpClient, PROTOCOL_VERSION } from "./mcp-client.js";
import { McpClientError } from "./mcp-client-error.js";
import { NotificationRouter } from "./notification-router.js";
import { ProgressTokens } from "./progress-tokens.js";
import {
  requireCall,
  requireClientOptions,
  requireResumedTask,
  requireSignal,
} from "./require-options.js";
import { ResultCache } from "./result-cache.js";
import { resumeTask } from "./resume-task.js";
import { runCall } from "./run-call.js";
import type { McpServerEvent } from "./server-event.js";
import { wishedFilter } from "./subscription-filter.js";
import { keepSubscription } from "./subscription-keeper.js";
import { TaskSlots } from "./task-slots.js";
import { TurnQueue } from "./turn-queue.js";
import { WireSession } from "./wire-session.js";
import { WireTap } from "./wire-tap.js";

const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

/**
 * Connects to one server: `server/discover` first and only, on a link of its own; never `initialize`, never a fallback. Rejects with a
 * `McpClientError` when the server cannot be reached or does not speak 2026-07-28; then nothing of it is left running. Rejects with a
 * `TypeError` that names the option where one is not of its type, such as a guard that is left out; then nothing was started.
 */
export async function connectMcpClient(given: McpClientOptions): Promise<McpClient> {
  requireClientOptions(given);
  const options = resolveClientOptions(given);
  const transport = createTransport(options.transport, options.ports);
  const tap = new WireTap(transport);
  const client = await createSdkClient(options);
  const events = new EventQueue();
  const diagnostics = new DiagnosticCounts();
  const cache = new ResultCache(options.cache);
  const sinks = {
    emit(event: McpServerEvent) {
      // At once, whenever the event is read (K6).
      cache.hear(event);
      events.push(event);
    },
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
      cache.clear();
      events.end();
      resolve(isOurs ? null : lostConnection(tap, transport));
    };
  });
  const { clock, timeoutMs, signal } = options;
  const server = await discover({ client, tap, transport, clock, timeoutMs, signal });

  const session = new WireSession(client, tap, clock);
  const shared = { ...sinks, session, cache, clock, timeoutMs, capabilities: server.capabilities };
  const lists = new ListReader(shared);
  const context = callContext(options, lists, { ...shared, progress });
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
    async listTools(caller, freshness = "fresh") {
      requireSignal("client.listTools(signal)", caller);
      return excludeTools(await lists.tools(caller, freshness), options.transport.kind);
    },
    async list(kind, caller, freshness = "fresh") {
      requireSignal("client.list(kind, signal)", caller);
      return lists.entries(kind, caller, freshness);
    },
    cached: (request) => cachedResult(request, context),
    async call(request, callOptions) {
      requireCall(request, callOptions);
      return runCall(context, request, callOptions);
    },
    async resumeTask(task, callOptions) {
      requireResumedTask(task, callOptions);
      return resumeTask(context, task, callOptions);
    },
    events: () => events,
    diagnostics: () => [...transport.diagnostics(), ...diagnostics.list()],
    stderrTail: () => transport.stderrTail(),
    closed,
    async close() {
      closing.abort();
      cache.clear();
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

function callContext(
  options: ResolvedClientOptions,
  lists: ListReader,
  parts: Pick<
    CallContext,
    "emit" | "note" | "progress" | "capabilities" | "session" | "cache" | "clock" | "timeoutMs"
  >,
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
    guard: options.guard,
    validator: createValidator(),
    transport: transport.kind,
    maxTaskWaitMs: options.maxTaskWaitMs,
    maxResultBytes: options.maxResultBytes,
    inputRounds: options.tasks,
    tasks: options.tasks && offersTasks(parts.capabilities),
    taskSlots: new TaskSlots(),
    meta: logLevel === undefined ? {} : { [LOG_LEVEL_KEY]: logLevel },
    async refetchTool(name, signal) {
      const tools = await lists.tools(signal, "fresh").catch(() => []);
      return tools.find((tool) => tool.name === name) ?? null;
    },
  };
}
