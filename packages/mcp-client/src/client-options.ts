import type { McpElicitationProvider } from "@perspt/elicitation";
import type { TransportConfig, TransportPorts } from "@perspt/transport";
import type { Root } from "./call-context.js";
import type { CallGuard } from "./call-guard.js";

export interface McpClientOptions {
  /** The user's name for the server; never the name that it gives itself. */
  readonly serverId: string;
  readonly transport: TransportConfig;
  /** Says what may leave. There is no default: pass `allowEverything()` to govern nothing. */
  readonly guard: CallGuard;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Deadline of each request, `server/discover` included, in milliseconds. */
  readonly timeoutMs?: number;
  /** Overall deadline of a call over input rounds and task polls, in milliseconds. */
  readonly maxTaskWaitMs?: number;
  /** Longest accepted serialized result, in bytes. */
  readonly maxResultBytes?: number;
  /** Whether calls may become tasks and ask for input. */
  readonly tasks?: boolean;
  /** Answers what the server asks the person; left out, the server may not ask. */
  readonly elicitation?: McpElicitationProvider;
  /** Directories to disclose; empty or left out, roots are not advertised. */
  readonly roots?: readonly Root[];
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal;
  /** Parts of the machine to replace, for tests and simulation. */
  readonly ports?: Partial<TransportPorts>;
}

export const DEFAULT_TIMEOUT_MS = 30_000;
export const DEFAULT_MAX_TASK_WAIT_MS = 300_000;
export const DEFAULT_MAX_RESULT_BYTES = 1024 * 1024;

export type ResolvedClientOptions = Required<
  Pick<McpClientOptions, "timeoutMs" | "maxTaskWaitMs" | "maxResultBytes" | "tasks" | "roots">
> &
  McpClientOptions;

export function resolveClientOptions(options: McpClientOptions): ResolvedClientOptions {
  return {
    ...options,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxTaskWaitMs: options.maxTaskWaitMs ?? DEFAULT_MAX_TASK_WAIT_MS,
    maxResultBytes: options.maxResultBytes ?? DEFAULT_MAX_RESULT_BYTES,
    tasks: options.tasks ?? true,
    roots: options.roots ?? [],
  };
}
