// The governed coding agent.

export type { AcceptanceRule, Evidence } from "./gate/acceptance.js";
export type { AskAcceptance } from "./gate/acceptance-approvals.js";
export type { Plan, PlanStep } from "./plan/plan.js";
export { killRemainingCommands } from "./process/process-group.js";
export type { AgentEnd } from "./run/agent-end.js";
export type { AgentEvent } from "./run/agent-event.js";
export type { AgentHostParts, AgentOptions, AgentStart } from "./run/agent-options.js";
export { runAgent } from "./run/run-agent.js";
export { type CommandReading, readCommand } from "./verifier/read-command.js";
export { runDocument, type Verification, verificationText } from "./verifier/verification.js";
// What an earlier run left.
export { type CandidateRecord, readCandidateRecord } from "./workspace/candidate-record.js";
export type { ChangeDiff, FileStatistics } from "./workspace/change-diff.js";
export type { TreeDisk } from "./workspace/tree-disk.js";
export type { WorkspaceProblem } from "./workspace/workspace-problem.js";
