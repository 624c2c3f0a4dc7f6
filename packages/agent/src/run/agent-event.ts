import type { ServerReport } from "@perspt/host";
import type { LoopEvent } from "@perspt/session";
import type { Plan } from "../plan/plan.js";
import type { Verification } from "../verifier/verification.js";
import type { ChangeDiff } from "../workspace/change-diff.js";
import type { AgentEnd } from "./agent-end.js";

/** What a person can be shown of a run while it goes on. */
export type AgentEvent =
  /** The candidate is being made: this many files of a folder are copied, `.` for the tree's own. */
  | { readonly type: "copying"; readonly folder: string; readonly files: number }
  | {
      readonly type: "started";
      readonly session: string;
      /** The person's tree, and the candidate's. */
      readonly workspace: string;
      readonly candidate: string;
      readonly isRepository: boolean;
      readonly verify: readonly (readonly string[])[];
      readonly isResumed: boolean;
    }
  /** The servers that were asked for their tools; none where none is configured. */
  | { readonly type: "servers"; readonly reports: readonly ServerReport[] }
  /** What a restart found out of a call that the crash had left open. */
  | {
      readonly type: "doubt";
      readonly intent: number;
      readonly operation: string;
      readonly verdict: "did" | "did_not" | "unknown" | "open";
    }
  | { readonly type: "loop"; readonly event: Exclude<LoopEvent, { readonly type: "ended" }> }
  | { readonly type: "plan"; readonly plan: Plan }
  | { readonly type: "verified"; readonly verification: Verification }
  /** The model is asked to mend what the verifier found. */
  | { readonly type: "repair"; readonly round: number; readonly rounds: number }
  | { readonly type: "change"; readonly diff: ChangeDiff; readonly verification: Verification }
  | { readonly type: "ended"; readonly end: AgentEnd };
