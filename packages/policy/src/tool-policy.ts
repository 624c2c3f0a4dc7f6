import type { EffectKind, Footprint, ProposalBinding, RiskClass } from "@perspt/kernel";

/**
 * The user's word on one remote tool, keyed in TOML by its exact remote name. An absent `effect` or `footprint`
 * counts as a high-risk opaque shell and is not admitted.
 */
export interface ToolPolicy {
  readonly effect: EffectKind | null;
  /** Omitted in TOML means `high`. */
  readonly risk: RiskClass;
  readonly footprint: Footprint | null;
  readonly proposalBindings: readonly ProposalBinding[];
  /** Refuse the tool when its definition's digest is another: `sha256:` and 64 hex digits. */
  readonly pin: string | null;
}

/** One server's policy tables. A Map, so that a tool called `constructor` meets no prototype (T33). */
export type ToolPolicies = ReadonlyMap<string, ToolPolicy>;
