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
  type RemoteTool,
} from "@perspt/mcp-client";
import { TransportError } from "@perspt/transport";
import { endpointIdentity } from "./endpoint-identity.js";
import { hideSecrets } from "./hide-secrets.js";
import type { HostProblem } from "./server-report.js";

export interface ConnectionOptions {
  readonly guard: CallGuard;
  readonly elicitation: McpElicitationProvider;
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly workspace: string | null;
  readonly clientVersion: string;
  readonly signal: AbortSignal;
}

/** One server, reached and listed, or the reason why not. */
export type ServerConnection =
  | {
      readonly kind: "connected";
      readonly client: McpClient;
      readonly tools: readonly RemoteTool[];
      readonly endpointIdentity: Digest;
      /** The end of the child's standard error, without the values that it was given. */
      stderrTail(): string;
    }
  | {
      readonly kind: "failed";
      readonly problem: HostProblem;
      readonly stderrTail: string;
      readonly endpointIdentity: Digest | null;
    };

/** Connects to one server and lists its tools. Never rejects: what goes wrong is that server's own failure (report 4). */
export async function connectServer(
  server: ServerConfig,
  options: ConnectionOptions,
): Promise<ServerConnection> {
  const resolution = resolveTransport(server, options.environment, options);
  if (resolution.kind === "unresolved") return failed(configProblem(resolution.problems));
  const { transport } = resolution;
  let identity: Digest | null = null;
  let client: McpClient | null = null;
  try {
    identity = await endpointIdentity(transport);
    client = await connectMcpClient({
      serverId: server.id,
      transport,
      guard: options.guard,
      clientInfo: { name: "perspt", version: options.clientVersion },
      timeoutMs: server.timeoutMs,
      maxTaskWaitMs: server.maxTaskWaitMs,
      maxResultBytes: server.maxResultBytes,
      tasks: server.tasks,
      roots: server.roots,
      ...(server.elicitation ? { elicitation: options.elicitation } : {}),
      signal: options.signal,
    });
    const tools = await client.listTools(options.signal);
    const connected = client;
    return {
      kind: "connected",
      client,
      tools,
      endpointIdentity: identity,
      stderrTail: () => hideSecrets(connected.stderrTail(), transport),
    };
  } catch (error) {
    const stderrTail =
      client?.stderrTail() ?? (error instanceof McpClientError ? error.stderrTail : "");
    await client?.close();
    const { code, message, hint } = problemOf(error);
    return {
      kind: "failed",
      problem: {
        code,
        message: hideSecrets(message, transport),
        hint: hint === null ? null : hideSecrets(hint, transport),
      },
      stderrTail: hideSecrets(stderrTail, transport),
      endpointIdentity: identity,
    };
  }
}

function failed(problem: HostProblem): Extract<ServerConnection, { readonly kind: "failed" }> {
  return { kind: "failed", problem, stderrTail: "", endpointIdentity: null };
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
