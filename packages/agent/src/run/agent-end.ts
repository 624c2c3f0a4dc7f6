import type { ModelFailure } from "@perspt/models";
import type { ChangeDiff } from "../workspace/change-diff.js";
import type { WorkspaceProblem } from "../workspace/workspace-problem.js";

/** How a run is over. Where a change was made and not applied, `change` is the file that holds it. */
export type AgentEnd =
  /** The change is in the person's tree. */
  | { readonly kind: "accepted"; readonly diff: ChangeDiff }
  /** The model answered, and nothing was changed. */
  | { readonly kind: "answered" }
  /** Nothing was touched, for a stated reason. */
  | {
      readonly kind: "not_accepted";
      /** That of the gate, an `AgentCode`, or that of the call which did not complete. */
      readonly code: string;
      readonly because: string;
      readonly change: string | null;
    }
  /** The person's tree is another than the candidate began with; nothing was touched. `theirs` holds what changed there. */
  | {
      readonly kind: "tree_changed";
      readonly paths: readonly string[];
      readonly change: string | null;
      readonly theirs: string;
    }
  /**
   * The disk failed while the change was put in place, and these files could not be put back to what they were; every other
   * is as it was. `theirs` holds what changed there. Resuming puts the rest in place.
   */
  | {
      readonly kind: "partly_applied";
      readonly paths: readonly string[];
      readonly because: string;
      readonly change: string | null;
      readonly theirs: string;
    }
  /** The verifier still fails after every repair round. */
  | { readonly kind: "not_repaired"; readonly rounds: number; readonly change: string | null }
  | { readonly kind: "turns_exhausted"; readonly turns: number; readonly change: string | null }
  /** Stopped before the model was asked for anything: nothing is left of it. */
  | { readonly kind: "not_begun" }
  /** Stopped by the person; `perspt agent resume` goes on with it. */
  | { readonly kind: "stopped" }
  | { readonly kind: "model_failed"; readonly failure: ModelFailure }
  /** A crash cut calls outside of the candidate off, and nobody here can tell what became of them: the person says so first. */
  | { readonly kind: "in_doubt"; readonly intents: readonly number[] }
  | { readonly kind: "no_candidate"; readonly problem: WorkspaceProblem };
