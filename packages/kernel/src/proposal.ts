import type { OperationBinding } from "./binding.js";
import type { EffectKind } from "./effect.js";
import type { Footprint, ProposalBinding } from "./footprint.js";
import type { RiskClass } from "./risk.js";

/** A JSON value, as strictly parsed. The kernel looks arguments up as own properties only (T33). */
export type ArgumentValue =
  | string
  | number
  | boolean
  | null
  | readonly ArgumentValue[]
  | { readonly [name: string]: ArgumentValue };

/** A call's arguments: exactly these are decided, and only these may be sent. */
export interface ProposedArguments {
  readonly value: { readonly [name: string]: ArgumentValue };
  /** Digest of their canonical form, handed in. */
  readonly digest: string;
}

/** One call that somebody wants to make, with the user's classification of it. */
export interface EffectProposal {
  /** `mcp.docs.search`, `local.write`. */
  readonly operation: string;
  /** The server's id, or `local`; path scopes and rate limits belong to a provider. */
  readonly provider: string;
  /** The binding under which the call was proposed. */
  readonly binding: OperationBinding;
  readonly effect: EffectKind;
  readonly risk: RiskClass;
  readonly footprint: Footprint;
  readonly bindings: readonly ProposalBinding[];
  /** Null when an operation is listed, not called: the argument phase is then skipped. */
  readonly arguments: ProposedArguments | null;
}
