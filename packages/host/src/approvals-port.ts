import type { JsonObject } from "@perspt/json";
import type { DecisionTrace, EffectKind, RiskClass, Touch } from "@perspt/kernel";

/** A decision that a person is asked for. Arguments are shown whole; server-given text in them is untrusted. */
export interface ApprovalRequest {
  readonly operation: string;
  readonly effect: EffectKind;
  readonly risk: RiskClass;
  readonly arguments: JsonObject;
  /** What the call reads and writes, by the user's policy. */
  readonly touches: readonly Touch[];
  readonly trace: DecisionTrace;
  /** Whether the answer may hold for the rest of the session; a critical call is asked for each time. */
  readonly scopes: readonly ApprovalScope[];
}

/** `call`: exactly these arguments. `session`: calls of this kind within `standingApprovalFor`, until the host closes. */
export type ApprovalScope = "call" | "session";

/** Who answered matters to the journal: a person at a terminal, or a flag such as `--yes`. */
export type ApprovalAnswer =
  | {
      readonly kind: "granted";
      readonly by: "person" | "flag";
      readonly scope: ApprovalScope;
    }
  | { readonly kind: "denied"; readonly by: "person" | "flag"; readonly reason: string }
  /** Nobody answered: the question went away with its call, or could not be put. */
  | { readonly kind: "withdrawn" };

/**
 * Where an `ask` goes. A host without one denies every ask (`nobody_to_ask`). `ask` may be pending as long as a person thinks;
 * it honours the signal by answering `withdrawn`. A throw counts as withdrawn. A scope that was not offered counts as `call`.
 */
export interface ApprovalsPort {
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}
