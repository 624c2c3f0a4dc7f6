import {
  type ConfigProblem,
  type Environment,
  resolveTransport,
  type ServerConfig,
} from "@perspt/config";
import type { McpElicitationProvider } from "@perspt/elicitation";
import type { Digest } from "@perspt/json";
import {
  type CallGuard,
  connectMcpClient,
  type McpClient,
  McpClientError,
  type McpSamplingProvider,
} from "@perspt/mcp-client";
import { TransportError } from "@perspt/transport";
import { endpointIdentity } from "./endpoint-identity.js";
import { hideSecrets } from "./hide-secrets.js";
import type { HostProblem } from "./server-report.js";

export interface ConnectionOptions {
  readonly guard: CallGuard;
  readonly elicitation: McpElicitationProvider;
  /** Null where servers get no answer from a model, whatever their tables say. */
  readonly sampling: McpSamplingProvider | null;
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly workspace: string | null;
  readonly clientVersion: string;
}

/** A server that was reached. */
export interface ServerConnection {
  readonly client: McpClient;
  readonly endpointIdentity: Digest;
  /** The end of the child's standard error, without the values that it was given. */
  stderrTail(): string;
  /** The error as a person may be shown it. */
  problemOf(error: unknown): HostProblem;
}

/** Why a server cannot be used, and what was known of it by then. */
export interface ServerFailure {
  readonly kind: "failed";
  readonly problem: HostProblem;
  readonly stderrTail: string;
  readonly endpointIdentity: Digest | null;
  readonly discovered: null;
  readonly diagnostics: readonly [];
}

/** Connects to one server. Never rejects: what goes wrong is that server's own failure (report 4). Honours the signal. */
export async function connectServer(
  server: ServerConfig,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<{ readonly kind: "connected"; readonly connection: ServerConnection } | ServerFailure> {
  const resolution = resolveTransport(server, options.environment, options);
  if (resolution.kind === "unresolved") return failed(configProblem(resolution.problems));
  const { transport } = resolution;
  const shown = (problem: HostProblem): HostProblem => ({
    code: problem.code,
    message: hideSecrets(problem.message, transport),
    hint: problem.hint === null ? null : hideSecrets(problem.hint, transport),
  });
  let identity: Digest | null = null;
  try {
    identity = await endpointIdentity(transport);
    const client = await connectMcpClient({
      serverId: server.id,
      transport,
      guard: options.guard,
      clientInfo: { name: "perspt", version: options.clientVersion },
      timeoutMs: server.timeoutMs,
      maxTaskWaitMs: server.maxTaskWaitMs,
      maxResultBytes: server.maxResultBytes,
      tasks: server.tasks,
      roots: server.roots,
      ...consentsOf(server, options),
      signal,
    });
    const connection: ServerConnection = {
      client,
      endpointIdentity: identity,
      stderrTail: () => hideSecrets(client.stderrTail(), transport),
      problemOf: (error) => shown(problemOf(error)),
    };
    return { kind: "connected", connection };
  } catch (error) {
    const stderrTail = error instanceof McpClientError ? error.stderrTail : "";
    return {
      ...failed(shown(problemOf(error))),
      stderrTail: hideSecrets(stderrTail, transport),
      endpointIdentity: identity,
    };
  }
}

/** What this server's own table lets it ask for and be told of; its neighbours' tables give it nothing. */
function consentsOf(
  server: ServerConfig,
  { elicitation, sampling }: ConnectionOptions,
): Pick<Parameters<typeof connectMcpClient>[0], "elicitation" | "sampling" | "subscriptions"> {
  return {
    ...(server.elicitation ? { elicitation } : {}),
    ...(server.sampling && sampling !== null
      ? { sampling: { provider: sampling, maxTokens: server.maxSamplingTokens } }
      : {}),
    ...(server.subscriptions ? { subscriptions: { resources: server.resourceSubscriptions } } : {}),
  };
}

function failed(problem: HostProblem): ServerFailure {
  return {
    kind: "failed",
    problem,
    stderrTail: "",
    endpointIdentity: null,
    discovered: null,
    diagnostics: [],
  };
}

function configProblem(problems: readonly ConfigProblem[]): HostProblem {
  const [first, ...others] = problems;
  if (first === undefined) throw new TypeError("an unresolved transport has a problem");
  const further = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return {
    code: first.code,
    message: `${first.file}:${first.line}:${first.column}: expected ${first.expected}; received ${first.received}${further}.`,
    hint: first.fix,
  };
}

function problemOf(error: unknown): HostProblem {
  if (error instanceof McpClientError || error instanceof TransportError) {
    const { code, message, hint } = error;
    return { code, message, hint };
  }
  return {
    code: "unexpected",
    message: error instanceof Error ? error.message : String(error),
    hint: "This is a fault of Perspt; please report it.",
  };
}
