import type { Authority } from "./authority.js";
import { CapabilityRegister } from "./capability-register.js";
import type { Decision } from "./decision.js";
import { originOf } from "./decision-origin.js";
import type { AuthorityRefusal, DurableIntent, Permit } from "./permit.js";
import { PermitRegister } from "./permit-register.js";
import { refuse } from "./refuse.js";

/** A new authority. Only the composition root makes one; two authorities know nothing of each other's objects. */
export function createAuthority(): Authority {
  const capabilities = new CapabilityRegister();
  const permits = new PermitRegister();
  const issued = new WeakSet<Decision>();

  function issue(decision: Decision, intent: DurableIntent): Permit | AuthorityRefusal {
    const origin = originOf(decision);
    if (origin === undefined) {
      return refuse("foreign_decision", "The decision is not one that decide returned.");
    }
    const { grant, standing, operation, binding, argumentsDigest } = origin;
    if (decision.effect !== "allow" || argumentsDigest === null) {
      return refuse(
        "not_allowed",
        "Only a call that was allowed with its arguments gets a permit.",
      );
    }
    if (issued.has(decision)) {
      return refuse(
        "already_issued",
        "The decision has had its permit; a new call is decided anew.",
      );
    }
    if (intent.intentHash === "") {
      return refuse(
        "intent_missing",
        "The call's intent has to be durable before it gets a permit.",
      );
    }
    if (standing !== null && !capabilities.knows(standing)) {
      return refuse("foreign_capability", "This authority did not make that standing approval.");
    }
    const refusal = capabilities.spend(grant);
    if (refusal !== null) return refusal;
    issued.add(decision);
    return permits.mint(
      { operation, binding, argumentsDigest },
      {
        expiresAt: Math.min(intent.expiresAt, grant.expiresAt ?? Number.POSITIVE_INFINITY),
        leaseExpiresAt: intent.leaseExpiresAt,
      },
    );
  }

  return Object.freeze<Authority>({
    grant: (description, options = {}) => capabilities.grant(description, options),
    attenuate: (parent, wish) => {
      const result = capabilities.attenuate(parent, wish);
      return isRefusal(result) ? result : { kind: "attenuated", capability: result };
    },
    issue: (decision, intent) => {
      const result = issue(decision, intent);
      return isRefusal(result) ? result : { kind: "issued", permit: result };
    },
    redeem: (permit, facts) => {
      const result = permits.redeem(permit, facts);
      return isRefusal(result) ? result : { kind: "redeemed", lease: result };
    },
    checkLease: (lease, facts) => permits.checkLease(lease, facts) ?? { kind: "held" },
    end: (lease) => permits.end(lease),
    callsLeft: (capability) => capabilities.callsLeft(capability),
  });
}

function isRefusal(result: object): result is AuthorityRefusal {
  return "kind" in result;
}
