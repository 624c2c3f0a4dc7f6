import type { EffectProposal } from "./proposal.js";
import type { ResolvedBindings } from "./resolve-bindings.js";
import type { FootprintResolution } from "./resolve-footprint.js";
import type { Snapshot } from "./snapshot.js";

export type CheckPhase = "binding" | "arguments" | "approval";

/** Why a call may be denied. The order and phase of each stand in `checks.ts`. */
export type CheckCode =
  | "stale_binding"
  | "identity_changed"
  | "definition_changed"
  | "effect_not_granted"
  | "reserved_effect"
  | "expired"
  | "call_budget"
  | "risk_above_ceiling"
  | "chat_ceiling"
  | "path_out_of_scope"
  | "command_out_of_scope"
  | "network_out_of_scope"
  | "footprint_unresolved"
  | "protected_path"
  | "unsettled"
  | "approval_denied"
  | "nobody_to_ask";

/** The call's arguments as the user's bindings and footprint read them. */
export interface ResolvedCall {
  readonly argumentsDigest: string;
  readonly bindings: ResolvedBindings;
  readonly footprint: FootprintResolution;
}

export interface BindingContext {
  readonly snapshot: Snapshot;
  readonly proposal: EffectProposal;
}

export interface ArgumentsContext extends BindingContext {
  readonly call: ResolvedCall;
}

export type CheckInputs = Readonly<Record<string, string>>;

export type Verdict =
  | { readonly result: "pass"; readonly because: string; readonly inputs: CheckInputs }
  | {
      readonly result: "fail";
      readonly because: string;
      readonly inputs: CheckInputs;
      readonly nearestAllow: string;
    };

/** One row of the table. A check looks at its context alone and never throws. */
export type Check =
  | {
      readonly code: CheckCode;
      readonly phase: "binding" | "approval";
      readonly run: (context: BindingContext) => Verdict;
    }
  | {
      readonly code: CheckCode;
      readonly phase: "arguments";
      readonly run: (context: ArgumentsContext) => Verdict;
    };

export function pass(because: string, inputs: CheckInputs = {}): Verdict {
  return { result: "pass", because, inputs };
}

export function fail(because: string, nearestAllow: string, inputs: CheckInputs = {}): Verdict {
  return { result: "fail", because, inputs, nearestAllow };
}
