import {
  type Capability,
  decide,
  type EffectProposal,
  type Snapshot,
  standingApprovalFor,
  type Touch,
} from "@perspt/kernel";
import type { ApprovalAnswer, ApprovalScope, ApprovalsPort } from "./approvals-port.js";
import type { DecidedCall } from "./decided-call.js";
import type { GovernedCall, GovernedPlane } from "./governed-plane.js";
import type { SessionRecords } from "./session-records.js";

/** The proposal under the digest that the journal knows the arguments by, in which no secret can be guessed at. */
function propose(records: SessionRecords, { operation, argumentsValue }: GovernedCall) {
  const { definition, policy, provider, binding } = operation;
  const identity = records.identify({
    operation: definition.operation,
    binding,
    footprint: policy.footprint,
    bindings: policy.bindings,
    argumentsValue,
  });
  const proposal: EffectProposal = {
    operation: definition.operation,
    provider,
    binding,
    ...policy,
    arguments: { value: argumentsValue, digest: identity.argumentsDigest },
  };
  return { proposal, identity };
}

/**
 * Decides; where the decision is to ask, looks for an approval that stands, then asks, and decides again with the answer. Rejects with a
 * `JournalError` when the answer cannot be written down.
 */
export async function decideCall(
  plane: GovernedPlane,
  records: SessionRecords,
  call: GovernedCall,
  touches: readonly Touch[],
): Promise<DecidedCall> {
  const { operation, argumentsValue, signal } = call;
  const { proposal, identity } = propose(records, call);
  const links = await plane.resolveLinks(operation, argumentsValue);
  const approver = plane.approvals === null ? "nobody" : "can_ask";
  const decideWith = (approval: Snapshot["approval"], approvalSeq: number | null): DecidedCall => {
    const decidedAt = plane.clock.now();
    const boundNow = plane.currentBinding(proposal.operation);
    const basis = records.basis;
    const decision = decide(
      {
        now: decidedAt,
        grant: plane.capability,
        callsSpent: records.callsSpent,
        binding: boundNow,
        root: operation.root,
        protectedPaths: plane.protectedPaths,
        links,
        doubts: records.doubts,
        approval,
      },
      proposal,
    );
    return {
      proposal,
      identity,
      argumentsValue,
      origin: call.origin,
      touches,
      root: operation.root,
      links,
      boundNow,
      approver,
      approval: approvalSeq,
      basis,
      decidedAt,
      decision,
    };
  };
  const first = decideWith({ kind: approver }, null);
  if (first.decision.effect !== "ask" || plane.approvals === null) return first;
  for (const { capability, approval } of plane.standing.of(proposal.operation)) {
    const covered = decideWith({ kind: "standing", capability }, approval);
    if (covered.decision.effect === "allow") return covered;
  }
  const answer = await ask(plane.approvals, first, signal);
  if (answer.kind === "withdrawn") return first;
  const standing = standingOf(plane, answer, first);
  const { seq } = await records.approval(first, answer, standing);
  if (standing !== null)
    plane.standing.add(proposal.operation, { capability: standing, approval: seq });
  return decideWith(approvalOf(answer, identity.argumentsDigest), seq);
}

async function ask(
  approvals: ApprovalsPort,
  { proposal, argumentsValue, touches, decision }: DecidedCall,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { operation, effect, risk } = proposal;
  try {
    return await approvals.ask(
      {
        operation,
        effect,
        risk,
        arguments: argumentsValue,
        touches,
        trace: decision.trace,
        scopes: scopesOf(proposal),
      },
      signal,
    );
  } catch {
    return { kind: "withdrawn" };
  }
}

function scopesOf({ risk }: EffectProposal): readonly ApprovalScope[] {
  return risk === "critical" ? ["call"] : ["call", "session"];
}

/** The narrowed capability that an answer for the session comes to; null where the answer is for this call alone. */
function standingOf(
  { authority, capability }: GovernedPlane,
  answer: ApprovalAnswer,
  { proposal, root }: DecidedCall,
): Capability | null {
  if (answer.kind !== "granted" || answer.scope === "call") return null;
  if (!scopesOf(proposal).includes(answer.scope)) return null;
  const narrowed = authority.attenuate(capability, standingApprovalFor(proposal, root));
  return narrowed.kind === "attenuated" ? narrowed.capability : null;
}

function approvalOf(
  answer: Exclude<ApprovalAnswer, { readonly kind: "withdrawn" }>,
  argumentsDigest: string,
): Snapshot["approval"] {
  switch (answer.kind) {
    case "granted":
      return { kind: "granted", by: answer.by, argumentsDigest };
    case "denied":
      return { kind: "denied", by: answer.by };
  }
}
