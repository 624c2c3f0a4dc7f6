import { canonicalDescription } from "./canonical-description.js";
import type { CapabilityDescription, PathScope, ProviderIdentity } from "./capability.js";
import { startsWithWords } from "./commands.js";
import { isWithin } from "./paths.js";
import { requireDescription } from "./read-description.js";
import { lowerRisk } from "./risk.js";

/**
 * The widest authority that both descriptions allow: what both let through the meet lets through, and nothing else. Chat with
 * anything is chat. On resume the grant is the meet of the recorded one and the current configuration. Throws a `KernelError` for
 * a description that is none.
 */
export function meetCapabilities(
  left: CapabilityDescription,
  right: CapabilityDescription,
): CapabilityDescription {
  return meetCanonical(requireDescription(left), requireDescription(right));
}

/** The meet of two descriptions that are in canonical form. */
export function meetCanonical(
  one: CapabilityDescription,
  other: CapabilityDescription,
): CapabilityDescription {
  return canonicalDescription({
    version: 1,
    mode: one.mode === "chat" ? "chat" : other.mode,
    effects: common(one.effects, other.effects),
    riskCeiling: lowerRisk(one.riskCeiling, other.riskCeiling),
    criticalEffects: common(one.criticalEffects, other.criticalEffects),
    asksFrom: lowerRisk(one.asksFrom, other.asksFrom),
    paths: pairwise(one.paths, other.paths, meetScopes),
    commands: pairwise(one.commands, other.commands, longerPrefix),
    hosts: common(one.hosts, other.hosts),
    providers: meetNullable(one.providers, other.providers, meetProviders),
    callBudget: meetNullable(one.callBudget, other.callBudget, Math.min),
    expiresAt: meetNullable(one.expiresAt, other.expiresAt, Math.min),
  });
}

function common<Item>(left: readonly Item[], right: readonly Item[]): readonly Item[] {
  return left.filter((item) => right.includes(item));
}

/** Null is the widest value. */
function meetNullable<Value>(
  left: Value | null,
  right: Value | null,
  meet: (left: Value, right: Value) => Value,
): Value | null {
  if (left === null) return right;
  return right === null ? left : meet(left, right);
}

function pairwise<Item>(
  left: readonly Item[],
  right: readonly Item[],
  meet: (left: Item, right: Item) => Item | null,
): readonly Item[] {
  return left.flatMap((one) =>
    right.flatMap((other) => {
      const item = meet(one, other);
      return item === null ? [] : [item];
    }),
  );
}

function meetScopes(left: PathScope, right: PathScope): PathScope | null {
  if (left.provider !== null && right.provider !== null && left.provider !== right.provider) {
    return null;
  }
  const provider = left.provider ?? right.provider;
  if (isWithin(left.path, right.path)) return { provider, path: left.path };
  if (isWithin(right.path, left.path)) return { provider, path: right.path };
  return null;
}

function longerPrefix(left: readonly string[], right: readonly string[]): readonly string[] | null {
  if (startsWithWords(left, right)) return left;
  return startsWithWords(right, left) ? right : null;
}

/** A provider that either side does not know under the same identity is in neither. */
function meetProviders(
  left: readonly ProviderIdentity[],
  right: readonly ProviderIdentity[],
): readonly ProviderIdentity[] {
  return pairwise(left, right, (one, other) => {
    const isSame =
      one.provider === other.provider &&
      one.endpointIdentity === other.endpointIdentity &&
      one.policyDigest === other.policyDigest;
    if (!isSame) return null;
    return { ...one, toolDigests: meetNullable(one.toolDigests, other.toolDigests, common) };
  });
}
