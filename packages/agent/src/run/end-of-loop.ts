import type { LoopEnd } from "@perspt/session";
import type { AgentEnd } from "./agent-end.js";

/** What a run's end is where the model's loop did not end with an answer. Pure. */
export function endOfLoop(
  end: Exclude<LoopEnd, { readonly kind: "answered" }>,
  change: string | null,
): AgentEnd {
  switch (end.kind) {
    case "cancelled":
      return { kind: "stopped" };
    case "rounds_exhausted":
      return { kind: "turns_exhausted", turns: end.rounds, change };
    case "failed":
      return { kind: "model_failed", failure: end.failure };
  }
}
