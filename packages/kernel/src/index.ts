// Vocabulary of the user's policy.

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
export type { Ceiling } from "./ceiling.js";
export { agentCeiling, CHAT_CEILING, GRANTABLE_EFFECTS, riskLimit } from "./ceiling.js";
// The decision.
export type { CheckCode, CheckPhase } from "./checks.js";
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
export type { Mode } from "./mode.js";
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
export type { RiskClass } from "./risk.js";
export { compareRisk, RISK_CLASSES } from "./risk.js";
export type { Approval, OpenDoubt, ResolvedLink, Snapshot } from "./snapshot.js";
