import type { Capability, CapabilityDescription, CapabilityWish } from "./capability.js";
import type { Decision } from "./decision.js";
import type {
  AuthorityRefusal,
  DurableIntent,
  Lease,
  LeaseFacts,
  Permit,
  RedeemFacts,
} from "./permit.js";

export interface GrantOptions {
  /** Calls that the resumed session had already spent of this grant's budget; 0 when left out. */
  readonly callsSpent?: number;
}

/**
 * The only maker of capabilities, permits and leases. The composition root holds it; whoever holds none of its objects can do
 * nothing. Every object is known by identity: copies, JSON and objects of another authority are refused, by value.
 */
export interface Authority {
  /** Makes a root capability; a chat grant is met with the chat ceiling. Throws a `KernelError` for a description that is none. */
  grant(description: CapabilityDescription, options?: GrantOptions): Capability;
  /** The meet of the parent and the wish; its call budget is reserved from the parent's. Widening cannot be expressed. */
  attenuate(
    parent: Capability,
    wish: CapabilityWish,
  ): { readonly kind: "attenuated"; readonly capability: Capability } | AuthorityRefusal;
  /** One permit for one allow that `decide` gave under a capability of this authority; spends one call of its budget. */
  issue(
    decision: Decision,
    intent: DurableIntent,
  ): { readonly kind: "issued"; readonly permit: Permit } | AuthorityRefusal;
  /** Spends the permit, whatever the verdict. Synchronous: the last statement before the write. */
  redeem(
    permit: Permit,
    facts: RedeemFacts,
  ): { readonly kind: "redeemed"; readonly lease: Lease } | AuthorityRefusal;
  /** Whether a later leg of the call may leave. */
  checkLease(lease: Lease, facts: LeaseFacts): { readonly kind: "held" } | AuthorityRefusal;
  /** Ends a call's lease; later legs are refused. May be called twice. */
  end(lease: Lease): void;
  /** Calls left under a capability, those reserved for its children left out; null for any number. 0 for a foreign object. */
  callsLeft(capability: Capability): number | null;
}
