// The link to one server.
export { createTransport } from "./create-transport.js";
export type { VariableCandidate } from "./endpoint/check-command.js";
// Rules that an endpoint's text must meet; nothing is opened.
export { checkEndpoint, type EndpointCandidate } from "./endpoint/check-endpoint.js";
export type { HeaderCandidate } from "./endpoint/check-header.js";
export type {
  EndpointField,
  EndpointProblem,
  EndpointProblemCode,
} from "./endpoint/endpoint-problem.js";
// Ports: where the transports meet the machine.
export type {
  BodySink,
  ComposedRequest,
  Fetch,
  FetchRequest,
  FetchResponse,
} from "./http/fetch-port.js";
// For the values of Mcp-Param-* headers.
export { encodeHeaderValue } from "./http/header-value.js";
export { locateProgram } from "./locate-program.js";
export type { McpTransport, TransportDiagnostic, WriteVerdict } from "./mcp-transport.js";
export type { TransportClock } from "./shared/clock.js";
export type { FileFinding, FileLookup } from "./stdio/file-lookup.js";
// For an application's exit hook.
export { killRemainingPrograms } from "./stdio/process-group.js";
export type {
  ProgramEnd,
  ProgramEvents,
  RunningProgram,
  Spawn,
  SpawnRequest,
} from "./stdio/spawn-port.js";
export type {
  HttpTransportConfig,
  StdioTransportConfig,
  TransportConfig,
} from "./transport-config.js";
export {
  type ServerError,
  TransportError,
  type TransportErrorCode,
  type TransportErrorOptions,
} from "./transport-error.js";
export type { TransportPorts } from "./transport-ports.js";
