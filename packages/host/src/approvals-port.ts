import type { JsonObject } from "@perspt/json";
import type { DecisionTrace, EffectKind, RiskClass } from "@perspt/kernel";

/** A decision that a person is asked for. Arguments are shown whole; server-given text in them is untrusted. */
export interface ApprovalRequest {
  readonly operation: string;
  readonly effect: EffectKind;
  readonly risk: RiskClass;
  readonly arguments: JsonObject;
  readonly trace: DecisionTrace;
}

/** Who answered matters to the journal: a person at a terminal, or a flag such as `--yes`. */
export type ApprovalAnswer =
  | { readonly kind: "granted"; readonly by: "person" | "flag" }
  | { readonly kind: "denied"; readonly by: "person" | "flag"; readonly reason: string };

/**
 * Where an `ask` goes. A host without one denies every ask (`nobody_to_ask`). `ask` may be pending as long as a person thinks;
 * it honours the signal by answering `denied`. A throw counts as denied.
 */
export interface ApprovalsPort {
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}
