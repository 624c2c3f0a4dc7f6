import type { OperationBinding } from "./binding.js";
import type { CapabilityDescription } from "./capability.js";
import type { BindingContext } from "./check.js";
import type { Decision } from "./decision.js";

/** What a decision was made for: the facts that a permit is bound to. */
export interface DecisionOrigin {
  /** The very object that stood in the snapshot; an authority knows its own capabilities by identity. */
  readonly grant: CapabilityDescription;
  /** The capability of the standing approval that the snapshot held; null for none. */
  readonly standing: CapabilityDescription | null;
  readonly operation: string;
  readonly binding: OperationBinding;
  /** Null for a listing. */
  readonly argumentsDigest: string | null;
}

// Lets `issue` take facts from the decision itself instead of from whoever brings it. Nothing reads it while deciding.
const origins = new WeakMap<Decision, DecisionOrigin>();

export function rememberDecision(decision: Decision, { snapshot, proposal }: BindingContext): void {
  const { epoch, endpointIdentity, policyDigest, toolDigest } = proposal.binding;
  origins.set(decision, {
    grant: snapshot.grant,
    standing: snapshot.approval.kind === "standing" ? snapshot.approval.capability : null,
    operation: proposal.operation,
    binding: { epoch, endpointIdentity, policyDigest, toolDigest },
    argumentsDigest: proposal.arguments?.digest ?? null,
  });
}

/** Undefined for anything that `decide` did not return: a copy, parsed JSON, an object that only looks like a decision. */
export function originOf(decision: Decision): DecisionOrigin | undefined {
  return origins.get(decision);
}
