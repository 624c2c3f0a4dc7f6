// What may be asked back: directories and the user's model. A person is asked through @perspt/elicitation.
export type { Root } from "./call-context.js";
// How calls end.
export type { CallErrorCode } from "./call-error-code.js";
// What may leave: the guard of a call's requests.
export {
  allowEverything,
  type CallGuard,
  type CallId,
  type CallLeg,
  type GuardVerdict,
  type LegKind,
  type LegResult,
  type OutgoingFacts,
} from "./call-guard.js";
export type { CallError, CallOutcome } from "./call-outcome.js";
export type { ClientClock } from "./client-clock.js";
export {
  DEFAULT_CACHE_BOUNDS,
  DEFAULT_MAX_RESULT_BYTES,
  DEFAULT_MAX_SAMPLING_TOKENS,
  DEFAULT_MAX_TASK_WAIT_MS,
  DEFAULT_TIMEOUT_MS,
  type LogLevel,
  type McpClientOptions,
} from "./client-options.js";
// One server of protocol revision 2026-07-28.
export { connectMcpClient } from "./connect.js";
export type { McpDiagnosticCode } from "./diagnostic-code.js";
export { MAX_QUEUED_EVENTS } from "./event-queue.js";
// Addresses that a server's templates make.
export { expandUriTemplate, MAX_URI_LENGTH, type UriExpansion } from "./expand-uri-template.js";
export {
  type CacheableRequest,
  type CallOptions,
  type DiscoveredServer,
  type ExcludedTool,
  type Freshness,
  type McpClient,
  type McpDiagnostic,
  type McpRequest,
  PROTOCOL_VERSION,
  type RemoteTool,
  type ResumedTask,
  type ToolList,
} from "./mcp-client.js";
export { McpClientError, type McpClientErrorCode } from "./mcp-client-error.js";
// For guards: what a request will carry, before it is built.
export { digestOfArguments, targetOf } from "./outgoing-facts.js";
export { type SpelledRequest, spellRequest } from "./request-params.js";
export type { CacheBounds, CachedResult } from "./result-cache.js";
// The port to the user's model.
export type {
  McpSamplingProvider,
  SamplingAnswer,
  SamplingBlock,
  SamplingMessage,
  SamplingRequest,
  SamplingTool,
} from "./sampling-provider.js";
// What servers tell by themselves.
export type { McpServerEvent } from "./server-event.js";
export type { ServerListKind } from "./server-list.js";
