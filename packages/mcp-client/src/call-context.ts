import type { McpElicitationProvider } from "@perspt/elicitation";
import type { SchemaValidator } from "@perspt/json";
import type { CallGuard } from "./call-guard.js";
import type { RemoteTool } from "./mcp-client.js";
import type { WireSession } from "./wire-session.js";

/** A directory that is disclosed to one server. */
export interface Root {
  readonly uri: string;
  readonly name: string | null;
}

/** What every call of one connection shares. */
export interface CallContext {
  readonly serverId: string;
  readonly session: WireSession;
  readonly guard: CallGuard;
  readonly validator: SchemaValidator;
  /** Whether arguments are mirrored into headers. */
  readonly transport: "stdio" | "streamable_http";
  readonly timeoutMs: number;
  readonly maxTaskWaitMs: number;
  readonly maxResultBytes: number;
  /** Whether tasks and input rounds were declared. */
  readonly tasks: boolean;
  /** Null where this server may not ask the person. */
  readonly elicitation: McpElicitationProvider | null;
  /** Empty where this server is told of no directory. */
  readonly roots: readonly Root[];
  /** The tool as the server lists it now; null where it is gone or the list cannot be had. */
  refetchTool(name: string, signal: AbortSignal): Promise<RemoteTool | null>;
}
