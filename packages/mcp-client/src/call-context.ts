import type { McpElicitationProvider } from "@perspt/elicitation";
import type { JsonObject, SchemaValidator } from "@perspt/json";
import type { CallGuard } from "./call-guard.js";
import type { ClientClock } from "./client-clock.js";
import type { McpDiagnosticCode } from "./diagnostic-code.js";
import type { McpRequest, RemoteTool } from "./mcp-client.js";
import type { ProgressTokens } from "./progress-tokens.js";
import type { ResultCache } from "./result-cache.js";
import type { McpSamplingProvider } from "./sampling-provider.js";
import type { McpServerEvent } from "./server-event.js";
import type { TaskSlots } from "./task-slots.js";
import type { TurnQueue } from "./turn-queue.js";
import type { WireSession } from "./wire-session.js";

/** A directory that is disclosed to one server. */
export interface Root {
  /** An absolute `file:` URI. */
  readonly uri: string;
  readonly name: string | null;
}

/** A server's leave to ask the user's model. */
export interface SamplingConsent {
  readonly provider: McpSamplingProvider;
  /** Most tokens of one request. */
  readonly maxTokens: number;
}

/** What this server may ask for while it works on a call; everything else ends the call. */
export interface InputConsents {
  readonly serverId: string;
  /** Null where it may not ask the person. */
  readonly elicitation: McpElicitationProvider | null;
  /** Null where it may not ask the model. */
  readonly sampling: SamplingConsent | null;
  /** Empty where it is told of no directory. */
  readonly roots: readonly Root[];
  /** A person answers one question of a server at a time, whichever calls ask (T64). */
  readonly turns: TurnQueue;
}

/** What every call of one connection shares. */
export interface CallContext {
  readonly inputs: InputConsents;
  readonly session: Pick<WireSession, "request">;
  readonly cache: ResultCache;
  /** What the server advertises. */
  readonly capabilities: JsonObject;
  readonly guard: CallGuard;
  readonly validator: SchemaValidator;
  readonly clock: ClientClock;
  /** Whether arguments are mirrored into headers. */
  readonly transport: "stdio" | "streamable_http";
  readonly timeoutMs: number;
  readonly maxTaskWaitMs: number;
  readonly maxResultBytes: number;
  /** Whether the server may ask for input before it answers. */
  readonly inputRounds: boolean;
  /** Whether calls may become tasks: allowed here, and offered by the server (V14). */
  readonly tasks: boolean;
  readonly taskSlots: TaskSlots;
  /** `_meta` of every request of a call. */
  readonly meta: Readonly<Record<string, string>>;
  readonly progress: ProgressTokens;
  readonly emit: (event: McpServerEvent) => void;
  /** Counts something that was noticed and lived through; the sample is escaped and cut. */
  readonly note: (code: McpDiagnosticCode, sample: string) => void;
  /** The tool as the server lists it now; null where it is gone or the list cannot be had. */
  refetchTool(name: string, signal: AbortSignal): Promise<RemoteTool | null>;
}

/** What a person is told of a call: the remote name of the tool or prompt, the resource's address, or the kind of the request. */
export function operationOf(request: McpRequest): string {
  switch (request.kind) {
    case "tool":
      return request.tool.name;
    case "prompt_get":
      return request.name;
    case "resource_read":
      return request.uri;
    case "resources_list":
    case "resource_templates_list":
    case "prompts_list":
    case "complete":
      return request.kind;
  }
}
