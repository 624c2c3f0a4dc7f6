import type { GrantOptions } from "./authority.js";
import { canonicalDescription } from "./canonical-description.js";
import type { Capability, CapabilityDescription, CapabilityWish } from "./capability.js";
import { capabilityBrand } from "./capability.js";
import { meetCanonical } from "./meet.js";
import type { AuthorityRefusal } from "./permit.js";
import { requireDescription } from "./read-description.js";
import { refuse } from "./refuse.js";

/** The capabilities of one authority and what is left of their call budgets. Known by identity, so nothing can imitate one. */
export class CapabilityRegister {
  readonly #callsLeft = new WeakMap<CapabilityDescription, { left: number | null }>();

  grant(description: CapabilityDescription, { callsSpent = 0 }: GrantOptions): Capability {
    const canonical = requireDescription(description);
    const { callBudget } = canonical;
    return this.#add(canonical, callBudget === null ? null : Math.max(0, callBudget - callsSpent));
  }

  attenuate(parent: Capability, wish: CapabilityWish): Capability | AuthorityRefusal {
    const budget = this.#callsLeft.get(parent);
    if (budget === undefined) return refuseForeign();
    const available = { ...describeCapability(parent), callBudget: budget.left };
    const description = meetCanonical(available, requireDescription({ ...available, ...wish }));
    // Reserved: what the child may spend, the parent may not.
    if (budget.left !== null) budget.left -= description.callBudget ?? 0;
    return this.#add(description, description.callBudget);
  }

  /** Takes one call of the budget; a refusal takes nothing. */
  spend(grant: CapabilityDescription): AuthorityRefusal | null {
    const budget = this.#callsLeft.get(grant);
    if (budget === undefined) return refuseForeign();
    if (budget.left === null) return null;
    if (budget.left === 0) {
      return refuse("call_budget", "The capability's call budget is spent.");
    }
    budget.left -= 1;
    return null;
  }

  knows(capability: CapabilityDescription): boolean {
    return this.#callsLeft.has(capability);
  }

  callsLeft(capability: Capability): number | null {
    const budget = this.#callsLeft.get(capability);
    return budget === undefined ? 0 : budget.left;
  }

  #add(description: CapabilityDescription, left: number | null): Capability {
    const capability = Object.freeze<Capability>({ ...description, [capabilityBrand]: true });
    this.#callsLeft.set(capability, { left });
    return capability;
  }
}

/** The capability as plain data for the journal. The data authorises nothing. */
export function describeCapability(capability: Capability): CapabilityDescription {
  return canonicalDescription(capability);
}

function refuseForeign(): AuthorityRefusal {
  return refuse("foreign_capability", "This authority did not grant that capability.");
}
