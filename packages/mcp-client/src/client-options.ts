import type { McpElicitationProvider } from "@perspt/elicitation";
import type { TransportConfig, TransportPorts } from "@perspt/transport";
import type { Root } from "./call-context.js";
import type { CallGuard } from "./call-guard.js";
import { type ClientClock, systemClock } from "./client-clock.js";
import type { CacheBounds } from "./result-cache.js";
import type { McpSamplingProvider } from "./sampling-provider.js";

/** Severities of a server's log messages, least first (L1). */
export type LogLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** One server: how it is reached, what may leave, what may be asked back. What is left out is denied, or bounded by a `DEFAULT_` constant. */
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
  /** Answers what the server asks the user's model, up to `maxTokens` at once; left out, the server may not ask. */
  readonly sampling?: { readonly provider: McpSamplingProvider; readonly maxTokens?: number };
  /** Directories to disclose; empty or left out, roots are not advertised. */
  readonly roots?: readonly Root[];
  /**
   * Changes to be told of, as far as the server offers it: those of its lists, and of the resources with exactly these addresses. Left
   * out, nothing is listened to.
   */
  readonly subscriptions?: { readonly resources: readonly string[] };
  /**
   * How many results are kept, as long as their server allows, for `cached` and for lists that may be told as they were (K1 to K10). Left
   * out, nothing is kept. Give `subscriptions` too, for changes to be heard of before the time is over.
   */
  readonly cache?: Partial<CacheBounds>;
  /** Asks for the server's logs from this level on; left out, a server must not send any (L1). */
  readonly logLevel?: LogLevel;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal;
  /** Parts of the machine to replace, for tests and simulation. */
  readonly ports?: Partial<TransportPorts>;
  readonly clock?: ClientClock;
  /** A number from 0 up to 1, for the jitter of reconnections. */
  readonly random?: () => number;
}

/** Deadline of one request, in milliseconds, unless given. */
export const DEFAULT_TIMEOUT_MS = 30_000;
/** Overall deadline of a call over input rounds and task polls, in milliseconds, unless given. */
export const DEFAULT_MAX_TASK_WAIT_MS = 300_000;
/** Largest result of a request, in bytes, unless given. */
export const DEFAULT_MAX_RESULT_BYTES = 1024 * 1024;
/** Largest answer that a server may ask of the user's model, in tokens, unless given (T69). */
export const DEFAULT_MAX_SAMPLING_TOKENS = 4096;

/** What is kept of lists, resources and prompts that a server lets a client keep: entries, and bytes in all. */
export const DEFAULT_CACHE_BOUNDS: CacheBounds = { maxEntries: 256, maxBytes: 8 * 1024 * 1024 };

const NO_CACHE: CacheBounds = { maxEntries: 0, maxBytes: 0 };

export type ResolvedClientOptions = McpClientOptions & { readonly cache: CacheBounds } & Required<
    Pick<
      McpClientOptions,
      "timeoutMs" | "maxTaskWaitMs" | "maxResultBytes" | "tasks" | "roots" | "clock" | "random"
    >
  >;

export function resolveClientOptions(options: McpClientOptions): ResolvedClientOptions {
  return {
    ...options,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxTaskWaitMs: options.maxTaskWaitMs ?? DEFAULT_MAX_TASK_WAIT_MS,
    maxResultBytes: options.maxResultBytes ?? DEFAULT_MAX_RESULT_BYTES,
    tasks: options.tasks ?? true,
    roots: options.roots ?? [],
    cache: options.cache === undefined ? NO_CACHE : { ...DEFAULT_CACHE_BOUNDS, ...options.cache },
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
}
