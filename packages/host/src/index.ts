// The governed plane over several servers.

// Ports.
export type {
  ApprovalAnswer,
  ApprovalRequest,
  ApprovalScope,
  ApprovalsPort,
} from "./approvals-port.js";
export type { RawArguments } from "./argument-check.js";
export type { CatalogChange } from "./catalog-change.js";
export { createMcpHost } from "./create-host.js";
// The road of every call, and what takes it.
export { type GovernedResult, governedCall } from "./governed-call.js";
export type { GovernedCall, GovernedPlane } from "./governed-plane.js";
export type { HostEvent, HostObserver } from "./host-event.js";
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
  ModelTurn,
  OfferedOperation,
  SettledDoubt,
  SpokenMessage,
} from "./mcp-host.js";
export type { Pause } from "./pause.js";
export type { HostCode, HostProblemCode } from "./problem-code.js";
export type { ResumedTask } from "./resume-task.js";
export { DEFAULT_SAMPLING_BUDGET, type SamplingBudget } from "./sampling-budget.js";
export type { HostProblem, ServerReport } from "./server-report.js";
export type { SessionJournal } from "./session-records.js";
