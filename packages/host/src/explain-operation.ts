import { digest, type JsonObject } from "@perspt/json";
import { type Approval, type Decision, decide, type EffectProposal } from "@perspt/kernel";
import { checkArguments, type RawArguments } from "./argument-check.js";
import type { BoundOperation } from "./bound-operation.js";
import { type HostParts, lookupProblem } from "./call-operation.js";
import type { GovernedPlane } from "./governed-plane.js";
import type { Explanation } from "./mcp-host.js";

/** The decision that a call would meet now. Sends nothing, asks nobody, writes nothing. */
export async function explainOperation(
  { plane, catalog, validator, lookUp }: HostParts,
  operation: string,
  raw: RawArguments | null,
): Promise<Explanation> {
  const lookup = await lookUp(operation, new AbortController().signal);
  if (lookup.kind === "rejected" || lookup.kind === "unknown") {
    return { kind: "unexplained", problem: lookupProblem(operation, lookup, catalog) };
  }
  const { entry } = lookup;
  const { bound } = entry;
  const name = bound.definition.operation;
  if (raw === null) {
    return { kind: "explained", operation: name, decision: decideNow(plane, bound, null) };
  }
  const check = await checkArguments(raw, bound.definition.inputSchema, validator);
  if (check.kind === "refused") return { kind: "unexplained", problem: check.refusal };
  const problem = entry.argumentProblem(check.value);
  if (problem !== null) return { kind: "unexplained", problem };
  const links = await plane.resolveLinks(bound, check.value);
  const decision = decideNow(plane, bound, check.value, links);
  return { kind: "explained", operation: name, decision };
}

/** Whether a model may be shown the operation: it is not denied as it stands, and not certain to ask where nobody answers. */
export function isOffered(plane: GovernedPlane, bound: BoundOperation): boolean {
  return decideNow(plane, bound, null).effect !== "deny";
}

function decideNow(
  plane: GovernedPlane,
  bound: BoundOperation,
  argumentsValue: JsonObject | null,
  links: Awaited<ReturnType<GovernedPlane["resolveLinks"]>> = [],
): Decision {
  const approval: Approval = { kind: plane.approvals === null ? "nobody" : "can_ask" };
  const proposal: EffectProposal = {
    operation: bound.definition.operation,
    provider: bound.provider,
    binding: bound.binding,
    ...bound.policy,
    arguments:
      argumentsValue === null ? null : { value: argumentsValue, digest: digest(argumentsValue) },
  };
  const left = plane.authority.callsLeft(plane.capability);
  const budget = plane.capability.callBudget;
  return decide(
    {
      now: plane.clock.now(),
      grant: plane.capability,
      callsSpent: budget === null || left === null ? 0 : budget - left,
      binding: plane.currentBinding(proposal.operation),
      root: bound.root,
      protectedPaths: plane.protectedPaths,
      links,
      doubts: [],
      approval,
    },
    proposal,
  );
}
