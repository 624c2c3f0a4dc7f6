import {
  CanonicalFormError,
  type Digest,
  digest,
  type JsonObject,
  type JsonValue,
} from "@perspt/json";
import type { FootprintSelector, ProposalBinding } from "@perspt/kernel";
import type { ToolPolicies, ToolPolicy } from "./tool-policy.js";

/** The members of a listed tool that its digest covers: everything that says what it is and does (T42). */
const DEFINITION_MEMBERS = [
  "name",
  "title",
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
] as const;

/** A tool's identity: what pins name. Null for a definition without a canonical form, which no digest can stand for. */
export function toolDigest(definition: JsonObject): Digest | null {
  const covered: Record<string, JsonValue> = {};
  for (const name of DEFINITION_MEMBERS) {
    if (Object.hasOwn(definition, name)) covered[name] = definition[name] ?? null;
  }
  try {
    return digest(covered);
  } catch (error) {
    if (error instanceof CanonicalFormError) return null;
    throw error;
  }
}

/** The identity of a server's policy tables: another policy is another grant. The order of the tables does not matter. */
export function policyDigest(policies: ToolPolicies): Digest {
  const tables = [...policies].sort(([left], [right]) => (left < right ? -1 : 1));
  return digest(tables.map(([name, policy]) => [name, policyValue(policy)]));
}

function policyValue(policy: ToolPolicy): JsonValue {
  return {
    effect: policy.effect,
    risk: policy.risk,
    footprint:
      policy.footprint === null
        ? null
        : policy.footprint.selectors.map((selector) => membersOf(selector)),
    proposalBindings: policy.proposalBindings.map((binding) => membersOf(binding)),
    pin: policy.pin,
  };
}

function membersOf(item: FootprintSelector | ProposalBinding): JsonObject {
  return { ...item };
}
