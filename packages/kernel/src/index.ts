// Vocabulary of the user's policy.

export type { EffectKind } from "./effect.js";
export {
  EFFECT_KINDS,
  isReadOnlyEffect,
  isReservedEffect,
  OTHER_EFFECTS,
  READ_ONLY_EFFECTS,
  RESERVED_EFFECTS,
} from "./effect.js";
export type { Access, Footprint, FootprintSelector, ProposalBinding, Touch } from "./footprint.js";
export type { Mode } from "./mode.js";
export type { RiskClass } from "./risk.js";
export { compareRisk, RISK_CLASSES } from "./risk.js";

// What a call's arguments touch, and which calls may not overlap.

export type { UnresolvedField } from "./argument-fields.js";
export type { CommandReading } from "./commands.js";
export { conflicts } from "./conflicts.js";
export type { TargetReading } from "./network-targets.js";
export type { PathReading } from "./paths.js";
export { isWithin, readPath } from "./paths.js";
export type { BoundValue, ResolvedBindings } from "./resolve-bindings.js";
export { resolveBindings } from "./resolve-bindings.js";
export type { ArgumentContext, FootprintResolution } from "./resolve-footprint.js";
export { resolveFootprint } from "./resolve-footprint.js";

// The decision, and what it is made from.

export type { OperationBinding } from "./binding.js";
export type { CheckCode, CheckPhase } from "./check.js";
export { CHECKS } from "./checks.js";
export { decide } from "./decide.js";
export type { AllowRule, CheckResult, Decision, DecisionTrace, TraceEntry } from "./decision.js";
export type { ArgumentValue, EffectProposal, ProposedArguments } from "./proposal.js";
export type { Approval, OpenDoubt, ResolvedLink, Snapshot } from "./snapshot.js";
export { standingApprovalFor } from "./standing-approval.js";

// Authority as data: ceilings, descriptions and their meet.

export type {
  Capability,
  CapabilityDescription,
  CapabilityWish,
  PathScope,
  ProviderIdentity,
  RiskCeiling,
} from "./capability.js";
export { describeCapability } from "./capability-register.js";
export type { Ceiling } from "./ceiling.js";
export { agentCeiling, CHAT_CEILING, GRANTABLE_EFFECTS, riskLimit } from "./ceiling.js";
export { meetCapabilities } from "./meet.js";
export type { DescriptionReading } from "./read-description.js";
export { readCapabilityDescription } from "./read-description.js";
export type { BindingTarget } from "./unscoped-targets.js";
export { unscopedTargets } from "./unscoped-targets.js";

// Authority to act: objects that cannot be imitated.

export type { Authority, GrantOptions } from "./authority.js";
export { createAuthority } from "./create-authority.js";
export type { KernelErrorCode } from "./kernel-error.js";
export { KernelError } from "./kernel-error.js";
export type {
  AuthorityRefusal,
  AuthorityRefusalCode,
  DurableIntent,
  Lease,
  LeaseFacts,
  Permit,
  RedeemFacts,
} from "./permit.js";

// Strangers' words in sentences for people.

export { escapeInvisible, listForSentence, quote } from "./quote.js";
