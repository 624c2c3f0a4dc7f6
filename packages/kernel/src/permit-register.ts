import type { OperationBinding } from "./binding.js";
import type {
  AuthorityRefusal,
  DurableIntent,
  Lease,
  LeaseFacts,
  Permit,
  RedeemFacts,
} from "./permit.js";
import { leaseBrand, permitBrand } from "./permit.js";
import { refuse } from "./refuse.js";

/** The one call that a permit is for. */
export interface PermittedCall {
  readonly operation: string;
  readonly binding: OperationBinding;
  readonly argumentsDigest: string;
}

interface PermitState extends PermittedCall {
  readonly expiresAt: number;
  readonly leaseExpiresAt: number;
  isSpent: boolean;
}

interface LeaseState {
  readonly call: PermitState;
  isEnded: boolean;
}

/** The permits and leases of one authority, known by identity. */
export class PermitRegister {
  readonly #permits = new WeakMap<Permit, PermitState>();
  readonly #leases = new WeakMap<Lease, LeaseState>();

  mint(call: PermittedCall, intent: Pick<DurableIntent, "expiresAt" | "leaseExpiresAt">): Permit {
    const permit = Object.freeze<Permit>({ [permitBrand]: true });
    const { expiresAt, leaseExpiresAt } = intent;
    this.#permits.set(permit, { ...call, expiresAt, leaseExpiresAt, isSpent: false });
    return permit;
  }

  redeem(permit: Permit, facts: RedeemFacts): Lease | AuthorityRefusal {
    const state = this.#permits.get(permit);
    if (state === undefined) {
      return refuse("foreign_permit", "This authority did not issue that permit.");
    }
    if (state.isSpent) {
      return refuse(
        "permit_spent",
        "The permit was redeemed before; one permit sends one call once.",
      );
    }
    state.isSpent = true;
    const refusal = compareWithFacts(state, facts);
    if (refusal !== null) return refusal;
    const lease = Object.freeze<Lease>({ [leaseBrand]: true });
    this.#leases.set(lease, { call: state, isEnded: false });
    return lease;
  }

  checkLease(lease: Lease, facts: LeaseFacts): AuthorityRefusal | null {
    const state = this.#leases.get(lease);
    if (state === undefined) {
      return refuse("foreign_lease", "This authority gave out no such lease.");
    }
    const { call, isEnded } = state;
    if (isEnded) return refuse("lease_ended", "The call has ended; none of its legs may leave.");
    if (!isBefore(facts.now, call.leaseExpiresAt)) {
      return refuse("lease_expired", "The call's time is over.");
    }
    if (facts.operation !== call.operation) return refuseOperation();
    if (facts.endpointIdentity !== call.binding.endpointIdentity) return refuseIdentity();
    if (facts.argumentsDigest !== null && facts.argumentsDigest !== call.argumentsDigest) {
      return refuseArguments();
    }
    return null;
  }

  end(lease: Lease): void {
    const state = this.#leases.get(lease);
    if (state !== undefined) state.isEnded = true;
  }
}

function compareWithFacts(call: PermitState, facts: RedeemFacts): AuthorityRefusal | null {
  const { binding } = facts;
  if (!isBefore(facts.now, call.expiresAt)) {
    return refuse("permit_expired", "The permit's time is over; the call has to be decided again.");
  }
  if (binding === null || binding.epoch !== call.binding.epoch) {
    return refuse("stale_binding", "The catalog changed after the call was decided.");
  }
  if (
    binding.endpointIdentity !== call.binding.endpointIdentity ||
    binding.policyDigest !== call.binding.policyDigest
  ) {
    return refuseIdentity();
  }
  if (binding.toolDigest !== call.binding.toolDigest) {
    return refuse(
      "definition_changed",
      "The tool's definition changed after the call was decided.",
    );
  }
  if (facts.operation !== call.operation) return refuseOperation();
  return facts.argumentsDigest === call.argumentsDigest ? null : refuseArguments();
}

/** A time that is not a number comes after every end. */
function isBefore(now: number, end: number): boolean {
  return now < end;
}

function refuseIdentity(): AuthorityRefusal {
  return refuse("identity_changed", "The call was decided for another server or policy.");
}

function refuseOperation(): AuthorityRefusal {
  return refuse("operation_changed", "The call was decided for another operation.");
}

function refuseArguments(): AuthorityRefusal {
  return refuse("arguments_changed", "The outgoing arguments are not the ones that were decided.");
}
