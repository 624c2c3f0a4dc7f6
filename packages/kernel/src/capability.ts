import type { EffectKind } from "./effect.js";
import type { Mode } from "./mode.js";
import type { RiskClass } from "./risk.js";

/** A ceiling below `critical`: critical calls are let through by naming their effect, never by a ceiling. */
export type RiskCeiling = Exclude<RiskClass, "critical">;

/** A directory that path arguments may point into. */
export interface PathScope {
  /** The provider it holds for; null for every provider. */
  readonly provider: string | null;
  /** Absolute and normalised. */
  readonly path: string;
}

/** A provider that a grant was made for. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly endpointIdentity: string;
  readonly policyDigest: string;
  /** Digests of the only definitions that may be called; null for whatever the policy admits. */
  readonly toolDigests: readonly string[] | null;
}

/**
 * An authority as data: what the journal records as `grant`. It authorises nothing by itself; `Authority.grant` makes a capability
 * of it. The descriptions form a meet-semilattice (`meetCapabilities`); null is the widest value of its member. Everything that the
 * kernel returns is in canonical form, and `decide` expects it: another spelling of a scope lets less through, never more.
 */
export interface CapabilityDescription {
  readonly version: 1;
  readonly mode: Mode;
  readonly effects: readonly EffectKind[];
  readonly riskCeiling: RiskCeiling;
  /** Effects that may be called at `critical` risk, which always asks. Without force under a ceiling below `high`. */
  readonly criticalEffects: readonly EffectKind[];
  /** Calls of this risk and above are asked for. */
  readonly asksFrom: RiskCeiling;
  readonly paths: readonly PathScope[];
  /** Argv prefixes, word by word. */
  readonly commands: readonly (readonly string[])[];
  /** `host:port`; a `host` alone stands for its ports 80 and 443. */
  readonly hosts: readonly string[];
  /** Null for a grant that is not tied to identities. */
  readonly providers: readonly ProviderIdentity[] | null;
  /** How many calls may be issued; null for any number. */
  readonly callBudget: number | null;
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
}

/** Private to the kernel: no other code can write a type that passes for a capability. */
export const capabilityBrand: unique symbol = Symbol("capability");

/**
 * An authority that can be used: an object that its authority made and knows again by identity. Its members can be read; a copy, a
 * parsed JSON text or an object of another authority is not a capability, whatever its members say.
 */
export interface Capability extends CapabilityDescription {
  readonly [capabilityBrand]: true;
}

/** A wish for less. A member left out keeps the parent's; one that asks for more gets the parent's. */
export type CapabilityWish = Partial<Omit<CapabilityDescription, "version">>;
