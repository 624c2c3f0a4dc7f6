import type { CallOutcome } from "@perspt/mcp-client";
import type { ModelEvent, ModelFailure, ModelUsage } from "@perspt/models";

/** Why a turn of the conversation is over. */
export type LoopEnd =
  | { readonly kind: "answered"; readonly usage: ModelUsage }
  | { readonly kind: "cancelled" }
  | { readonly kind: "rounds_exhausted"; readonly rounds: number }
  | { readonly kind: "failed"; readonly failure: ModelFailure };

/** What a person can be shown while a turn runs. None of it is in the model's messages by being here. */
export type LoopEvent =
  /** What the model says, thinks, or is waited for; its calls are told by the activities. */
  | {
      readonly type: "model";
      readonly event: Exclude<ModelEvent, { readonly type: "tool_call" | "finished" | "failed" }>;
    }
  | { readonly type: "activity_started"; readonly id: string; readonly operation: string }
  | {
      readonly type: "activity_ended";
      readonly id: string;
      readonly operation: string;
      readonly outcome: CallOutcome["kind"];
      readonly durationMs: number;
    }
  /** Exchanges that no longer fit into the model's context, left out of what it is sent. */
  | { readonly type: "context_trimmed"; readonly exchanges: number }
  | { readonly type: "ended"; readonly end: LoopEnd };
