// Vocabulary of the user's policy.

export type { UnresolvedField } from "./argument-fields.js";
// Authority.
export type { Authority, GrantOptions } from "./authority.js";
// What a decision is made from.
export type { OperationBinding } from "./binding.js";
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
export type { CheckCode, CheckPhase } from "./check.js";
export { CHECKS } from "./checks.js";
export type { CommandReading } from "./commands.js";
// What a call touches, and which calls may not overlap.
export { conflicts } from "./conflicts.js";
export { createAuthority } from "./create-authority.js";
// The decision.
export { decide } from "./decide.js";
export type { AllowRule, CheckResult, Decision, DecisionTrace, TraceEntry } from "./decision.js";
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
export type { KernelErrorCode } from "./kernel-error.js";
export { KernelError } from "./kernel-error.js";
export { meetCapabilities } from "./meet.js";
export type { Mode } from "./mode.js";
export type { TargetReading } from "./network-targets.js";
export type { PathReading } from "./paths.js";
export { isWithin, readPath } from "./paths.js";
export type {
  AuthorityRefusal,
  AuthorityRefusalCode,
  DurableIntent,
  Lease,
  LeaseFacts,
  Permit,
  RedeemFacts,
} from "./permit.js";
export type { ArgumentValue, EffectProposal, ProposedArguments } from "./proposal.js";
// Words for people.
export { escapeInvisible, listForSentence, quote } from "./quote.js";
export type { DescriptionReading } from "./read-description.js";
export { readCapabilityDescription } from "./read-description.js";
export type { BoundValue, ResolvedBindings } from "./resolve-bindings.js";
export { resolveBindings } from "./resolve-bindings.js";
export type { ArgumentContext, FootprintResolution } from "./resolve-footprint.js";
export { resolveFootprint } from "./resolve-footprint.js";
export type { RiskClass } from "./risk.js";
export { compareRisk, RISK_CLASSES } from "./risk.js";
export type { Approval, OpenDoubt, ResolvedLink, Snapshot } from "./snapshot.js";
