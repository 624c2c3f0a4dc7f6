import type { JsonObject } from "@perspt/json";
import type { CallId } from "./call-guard.js";
import type { CallOutcome } from "./call-outcome.js";
import type { McpDiagnosticCode } from "./diagnostic-code.js";
import type { McpClientError } from "./mcp-client-error.js";
import type { CachedResult } from "./result-cache.js";
import type { McpServerEvent } from "./server-event.js";
import type { ServerListKind } from "./server-list.js";

/** The only protocol revision that Perspt speaks. */
export const PROTOCOL_VERSION = "2026-07-28";

/** A tool as the server lists it. Everything in it is untrusted. */
export interface RemoteTool {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  /** The whole listed object, unknown members included, as it came. */
  readonly definition: JsonObject;
}

/** A server's tool list, each part in the server's order. */
export interface ToolList {
  readonly tools: readonly RemoteTool[];
  /** Listed tools that must not be called; never any over stdio. */
  readonly excluded: readonly ExcludedTool[];
}

/** A tool left out of a list because of its `x-mcp-header` annotations (H7). */
export interface ExcludedTool {
  readonly tool: RemoteTool;
  /** Why, as one sentence. It quotes the server, bounded: sanitise before it is shown. */
  readonly problem: string;
}

/** One operation of a server, as a call that takes the guarded road. */
export type McpRequest =
  | { readonly kind: "tool"; readonly tool: RemoteTool; readonly arguments: JsonObject }
  | { readonly kind: "resources_list"; readonly cursor: string | null }
  | { readonly kind: "resource_templates_list"; readonly cursor: string | null }
  | { readonly kind: "resource_read"; readonly uri: string }
  | { readonly kind: "prompts_list"; readonly cursor: string | null }
  | {
      readonly kind: "prompt_get";
      readonly name: string;
      readonly arguments: ReadonlyMap<string, string>;
    }
  /** One question, one request: who asks with each keystroke waits for a pause, and drops the answer to what was typed over (M2). */
  | {
      readonly kind: "complete";
      readonly reference:
        | { readonly kind: "prompt"; readonly name: string }
        | { readonly kind: "resource"; readonly uriTemplate: string };
      readonly argument: { readonly name: string; readonly value: string };
      readonly context: ReadonlyMap<string, string>;
    };

/** Whether a list is read from its server, or may be told as it was read before, while its server's word holds. */
export type Freshness = "fresh" | "cached";

/** The operations whose results may be kept (K1). */
export type CacheableRequest = Extract<
  McpRequest,
  {
    readonly kind: "resources_list" | "resource_templates_list" | "resource_read" | "prompts_list";
  }
>;

/** What each call is given beside its request. */
export interface CallOptions {
  readonly call: CallId;
  /** The user's cancel. The outcome of a call cancelled after its send is `uncertain`. */
  readonly signal: AbortSignal;
}

/** A task whose call was made over an earlier connection, as it was written down. */
export interface ResumedTask {
  readonly taskId: string;
  /** The call that became the task: its result is judged by the tool as it is listed now. It is not made again. */
  readonly request: Extract<McpRequest, { readonly kind: "tool" }>;
}

/** Something noticed and lived through, for `mcp inspect` and `/mcp`. */
export interface McpDiagnostic {
  readonly code: McpDiagnosticCode;
  readonly count: number;
  readonly sample: string;
}

/** What `server/discover` answered. Untrusted but for the protocol version, which was checked. */
export interface DiscoveredServer {
  readonly protocolVersion: typeof PROTOCOL_VERSION;
  /** Every version that it named, this one among them; untrusted, at most 64. */
  readonly supportedVersions: readonly string[];
  readonly serverInfo: { readonly name: string; readonly version: string } | null;
  readonly capabilities: JsonObject;
}

/** A live connection to one server. */
export interface McpClient {
  readonly server: DiscoveredServer;
  /**
   * All pages of the tool list; rejects with a `McpClientError` and nothing of the list. `fresh`, if nothing else is said: whoever decides
   * what may be called has to read what the server lists now (K9). Tools that Streamable HTTP bids a client leave out are told apart; a
   * call of one is refused with `invalid_parameter_header` before anything is sent (H7).
   */
  listTools(signal: AbortSignal, freshness?: Freshness): Promise<ToolList>;
  /**
   * All pages of another list, like `listTools`, each entry as it came. Entries without an identity are left out, and the first of two
   * with the same is told (G4). Empty where the server does not offer it.
   */
  list(
    kind: Exclude<ServerListKind, "tools">,
    signal: AbortSignal,
    freshness?: Freshness,
  ): Promise<readonly JsonObject[]>;
  /**
   * Runs one request under the guard, always on the wire. Every end of a call is a `CallOutcome`: it rejects for nothing but arguments that
   * are not of their types, with a `TypeError` and before anything is sent.
   */
  call(request: McpRequest, options: CallOptions): Promise<CallOutcome>;
  /**
   * Asks for the result of a task that an earlier connection was handed, and follows it to its end: after a restart, this takes the place
   * of making the call again (J10). Each leg is under the guard, the first one a `task_get`. Never rejects; where the task says nothing,
   * the outcome is `uncertain` with its id.
   */
  resumeTask(task: ResumedTask, options: CallOptions): Promise<CallOutcome>;
  /**
   * What a call of this request, or the reading of its list, was answered before, as long as its server's word holds; else null, always
   * so without the `cache` option. Sends nothing and asks no guard: it is a look, not a call, and what should be written down of it is
   * its caller's to write.
   */
  cached(request: CacheableRequest): CachedResult | null;
  /** Server events in order of arrival, through a bounded queue that drops the oldest and says how many. One reader. */
  events(): AsyncIterable<McpServerEvent>;
  diagnostics(): readonly McpDiagnostic[];
  stderrTail(): string;
  /**
   * Resolves when the connection is over: with null when this side closed it, else with what ended it. A new one takes
   * `connectMcpClient`. Over HTTP, where each request is a connection of its own, only `close` ends it. Never rejects.
   */
  readonly closed: Promise<McpClientError | null>;
  /** Ends the connection and, over stdio, the whole process group; resolves within two seconds. */
  close(): Promise<void>;
}
