import type { JsonObject } from "@perspt/json";
import type { CallId } from "./call-guard.js";
import type { CallOutcome } from "./call-outcome.js";
import type { McpClientError } from "./mcp-client-error.js";
import type { McpServerEvent } from "./server-event.js";

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
  | {
      readonly kind: "complete";
      readonly reference:
        | { readonly kind: "prompt"; readonly name: string }
        | { readonly kind: "resource"; readonly uriTemplate: string };
      readonly argument: { readonly name: string; readonly value: string };
      readonly context: ReadonlyMap<string, string>;
    };

export interface CallOptions {
  readonly call: CallId;
  /** The user's cancel. The outcome of a call cancelled after its send is `uncertain`. */
  readonly signal: AbortSignal;
}

/** Something noticed and lived through, for `mcp inspect` and `/mcp`. */
export interface McpDiagnostic {
  readonly code: string;
  readonly count: number;
  readonly sample: string;
}

/** What `server/discover` answered. Untrusted but for the protocol version, which was checked. */
export interface DiscoveredServer {
  readonly protocolVersion: typeof PROTOCOL_VERSION;
  readonly serverInfo: { readonly name: string; readonly version: string } | null;
  readonly capabilities: JsonObject;
}

/** A live connection to one server. */
export interface McpClient {
  readonly server: DiscoveredServer;
  /** All pages of the tool list, in the server's order; rejects with a `McpClientError` and nothing of the list. */
  listTools(signal: AbortSignal): Promise<readonly RemoteTool[]>;
  /** Runs one request under the guard. Never rejects: every end of a call is a `CallOutcome`. */
  call(request: McpRequest, options: CallOptions): Promise<CallOutcome>;
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
