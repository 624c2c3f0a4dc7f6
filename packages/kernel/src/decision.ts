import type { CheckCode, CheckPhase } from "./check.js";

export type CheckResult = "pass" | "fail" | "skipped";

/** One line of a decision's reasons. */
export interface TraceEntry {
  readonly check: CheckCode;
  readonly phase: CheckPhase;
  readonly result: CheckResult;
  /** A sentence for a person. Values that others wrote are quoted, escaped and bounded. */
  readonly because: string;
  /** The digests and figures that the check compared, by name. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Every check, in the table's order. */
export type DecisionTrace = readonly TraceEntry[];

/** What let a call run: its risk is below the one that asks, or an approval. */
export type AllowRule =
  | "risk_runs"
  | "approved_by_person"
  | "approved_for_session"
  | "approved_by_flag";

/**
 * The kernel's word on one proposal. `rule` names what decided, `because` says it in a sentence, and `nearestAllow` says what would
 * have to change (null once it is allowed). The same input gives the same bytes.
 */
export type Decision =
  | {
      readonly effect: "allow";
      readonly rule: AllowRule;
      readonly because: string;
      readonly trace: DecisionTrace;
      readonly nearestAllow: null;
    }
  | {
      readonly effect: "ask";
      readonly rule: "needs_approval";
      readonly because: string;
      readonly trace: DecisionTrace;
      readonly nearestAllow: string;
    }
  | {
      readonly effect: "deny";
      readonly rule: CheckCode;
      readonly because: string;
      readonly trace: DecisionTrace;
      readonly nearestAllow: string;
    };
