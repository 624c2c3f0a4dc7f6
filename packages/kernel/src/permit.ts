import type { OperationBinding } from "./binding.js";

/** Private to the kernel, like the capability's. */
export const permitBrand: unique symbol = Symbol("permit");
export const leaseBrand: unique symbol = Symbol("lease");

/** The right to send one call once. Holds nothing readable: its authority knows what it stands for. */
export interface Permit {
  readonly [permitBrand]: true;
}

/** The right to the later legs of a call whose permit was redeemed, until `Authority.end` or its time ends it. */
export interface Lease {
  readonly [leaseBrand]: true;
}

/** What a permit is issued for, besides what was decided. The end of the grant ends the permit as well. */
export interface DurableIntent {
  /** Hash of the intent's journal record, durable before this is called. */
  readonly intentHash: string;
  /** The permit's end: redeeming later than this is refused. Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The end of the call as a whole, later legs included. */
  readonly leaseExpiresAt: number;
}

/** The state of things at the last statement before the write. */
export interface RedeemFacts {
  readonly now: number;
  readonly operation: string;
  /** What the operation stands for now; null when it is bound no longer. */
  readonly binding: OperationBinding | null;
  /** Recomputed from the outgoing message. */
  readonly argumentsDigest: string;
}

/** The state of things before a later leg. A catalog change does not end a call, so the epoch is not among them. */
export interface LeaseFacts {
  readonly now: number;
  readonly operation: string;
  readonly endpointIdentity: string;
  /** Recomputed from the outgoing message; null for a leg that carries no arguments, such as a task's poll. */
  readonly argumentsDigest: string | null;
}

export type AuthorityRefusalCode =
  | "foreign_capability"
  | "foreign_decision"
  | "not_allowed"
  | "already_issued"
  | "intent_missing"
  | "call_budget"
  | "foreign_permit"
  | "permit_spent"
  | "permit_expired"
  | "stale_binding"
  | "identity_changed"
  | "definition_changed"
  | "operation_changed"
  | "arguments_changed"
  | "foreign_lease"
  | "lease_ended"
  | "lease_expired";

export interface AuthorityRefusal {
  readonly kind: "refused";
  readonly code: AuthorityRefusalCode;
  readonly reason: string;
}
