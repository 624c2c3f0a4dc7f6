import type { CallOrigin } from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import type { Authority, Capability, OperationBinding, ResolvedLink } from "@perspt/kernel";
import type { ApprovalsPort } from "./approvals-port.js";
import type { BoundOperation } from "./bound-operation.js";
import type { CallLedger } from "./call-ledger.js";
import type { CallScheduler } from "./call-scheduler.js";
import type { HostProblem } from "./server-report.js";
import type { SessionRecords } from "./session-records.js";
import type { StandingApprovals } from "./standing-approvals.js";

/** What every governed call of a host shares. */
export interface GovernedPlane {
  readonly authority: Authority;
  readonly capability: Capability;
  readonly ledger: CallLedger;
  readonly scheduler: CallScheduler;
  readonly approvals: ApprovalsPort | null;
  /** What was approved for the rest of the session so far. */
  readonly standing: StandingApprovals;
  readonly protectedPaths: readonly string[];
  readonly clock: { now(): number };
  /** Opens the session's journal, which appears on disk with its first decision. Rejects with a `JournalError`. */
  records(): Promise<SessionRecords>;
  /** What an operation's name stands for now; null when it is bound no longer. */
  currentBinding(operation: string): OperationBinding | null;
  /**
   * The operation under the current epoch, once a change of its server's catalog that is being looked at has been; the operation as it
   * came where it is no longer the same definition behind the same endpoint and policy. Never rejects; honours the signal.
   */
  refreshed(operation: BoundOperation, signal: AbortSignal): Promise<BoundOperation>;
  /** What is wrong with a provider whose operations are bound no longer; null where nothing is known. */
  unboundBecause(provider: string): HostProblem | null;
  /** Where the file system resolves the call's bound paths elsewhere. */
  resolveLinks(
    operation: BoundOperation,
    argumentsValue: JsonObject,
  ): Promise<readonly ResolvedLink[]>;
}

/** A call that has its operation and its arguments; nothing is decided yet. */
export interface GovernedCall {
  readonly operation: BoundOperation;
  /** Parsed strictly and valid against the operation's input schema. */
  readonly argumentsValue: JsonObject;
  /** The recorded turn of the model that proposed it; null where no model did. */
  readonly origin: CallOrigin | null;
  readonly signal: AbortSignal;
}
