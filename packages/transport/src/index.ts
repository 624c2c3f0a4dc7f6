// The link to one server.

export { createTransport } from "./create-transport.js";
export { locateProgram } from "./locate-program.js";
export type {
  McpTransport,
  TransportDiagnostic,
  TransportDiagnosticCode,
  WriteVerdict,
} from "./mcp-transport.js";
export {
  DEFAULT_MAX_MESSAGE_BYTES,
  DEFAULT_MAX_STDERR_BYTES,
  type HttpTransportConfig,
  type StdioTransportConfig,
  type TransportConfig,
} from "./transport-config.js";
export {
  type ServerError,
  TransportError,
  type TransportErrorCode,
  type TransportErrorOptions,
} from "./transport-error.js";

// Rules that an endpoint's text must meet; nothing is opened.

export type { VariableCandidate } from "./endpoint/check-command.js";
export { checkEndpoint, type EndpointCandidate } from "./endpoint/check-endpoint.js";
export type { HeaderCandidate } from "./endpoint/check-header.js";
export type {
  EndpointField,
  EndpointProblem,
  EndpointProblemCode,
} from "./endpoint/endpoint-problem.js";

// For the values of Mcp-Param-* headers.

export { encodeHeaderValue } from "./http/header-value.js";

// For an application's exit hook.

export { killRemainingPrograms } from "./stdio/process-group.js";

// Ports: where the transports meet the machine.

export type {
  BodySink,
  ComposedRequest,
  Fetch,
  FetchRequest,
  FetchResponse,
} from "./http/fetch-port.js";
export type { TransportClock } from "./shared/clock.js";
export type { FileFinding, FileLookup } from "./stdio/file-lookup.js";
export type {
  ProgramEnd,
  ProgramEvents,
  RunningProgram,
  Spawn,
  SpawnRequest,
} from "./stdio/spawn-port.js";
export type { TransportPorts } from "./transport-ports.js";

// The machine's own processes: for a port that changes what is started, and starts it all the same.

export { type ShutdownManner, shutDown } from "./stdio/shut-down.js";
export { spawnProgram } from "./stdio/spawn-program.js";

// Scripted twins of the ports.

export { type ScriptedFetch, type ScriptedResponse, scriptedFetch } from "./http/scripted-fetch.js";
export {
  type ScriptedLife,
  type ScriptedSpawn,
  type ScriptedTurn,
  scriptedSpawn,
} from "./stdio/scripted-spawn.js";
