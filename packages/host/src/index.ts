// The governed plane over several servers.

// Ports.
export type { ApprovalAnswer, ApprovalRequest, ApprovalsPort } from "./approvals-port.js";
export type { RawArguments } from "./argument-check.js";
export { createMcpHost } from "./create-host.js";
// The road of every call, and what takes it.
export {
  type GovernedCall,
  type GovernedPlane,
  type GovernedResult,
  governedCall,
} from "./governed-call.js";
export type {
  ExecutionContext,
  LocalOperation,
  OperationDefinition,
  OperationPolicy,
} from "./local-operation.js";
export type {
  Explanation,
  GovernedCallRequest,
  GovernedOutcome,
  McpHost,
  McpHostOptions,
} from "./mcp-host.js";
export type { HostProblem, ServerReport } from "./server-report.js";
export type { SessionJournal } from "./session-records.js";
