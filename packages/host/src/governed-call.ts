import type { JsonObject } from "@perspt/json";
import {
  type Authority,
  type Capability,
  type Decision,
  decide,
  type EffectProposal,
  type OperationBinding,
  type Permit,
  type ResolvedLink,
  resolveFootprint,
  type Snapshot,
  type Touch,
} from "@perspt/kernel";
import type { CallOutcome } from "@perspt/mcp-client";
import type { ApprovalAnswer, ApprovalsPort } from "./approvals-port.js";
import type { BoundOperation } from "./bound-operation.js";
import { failureOf, journalRefusal, unrecordedOutcome } from "./call-failure.js";
import type { CallLedger } from "./call-ledger.js";
import { CANCELLED_BEFORE_SEND, refused } from "./call-refusal.js";
import type { CallScheduler } from "./call-scheduler.js";
import type { DecidedCall } from "./decided-call.js";
import type { SessionRecords } from "./session-records.js";

/** How long a permit may lie between its durable intent and the write, in milliseconds. */
export const PERMIT_LIFETIME_MS = 60_000;

/** The longest that later legs of one call may go on, in milliseconds; the client's own deadlines end a call long before. */
export const LEASE_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What every governed call of a host shares. */
export interface GovernedPlane {
  readonly authority: Authority;
  readonly capability: Capability;
  readonly ledger: CallLedger;
  readonly scheduler: CallScheduler;
  readonly approvals: ApprovalsPort | null;
  readonly protectedPaths: readonly string[];
  readonly clock: { now(): number };
  /** Opens the session's journal, which appears on disk with its first decision. Rejects with a `JournalError`. */
  records(): Promise<SessionRecords>;
  /** What an operation's name stands for now; null when it is bound no longer. */
  currentBinding(operation: string): OperationBinding | null;
  /** Where the file system resolves the call's bound paths elsewhere. */
  resolveLinks(
    operation: BoundOperation,
    argumentsValue: JsonObject,
  ): Promise<readonly ResolvedLink[]>;
}

export interface GovernedCall {
  readonly operation: BoundOperation;
  /** Parsed strictly and valid against the operation's input schema. */
  readonly argumentsValue: JsonObject;
  readonly signal: AbortSignal;
}

export interface GovernedResult {
  readonly outcome: CallOutcome;
  /** Null when the journal could not be opened, so that nothing was decided. */
  readonly decision: Decision | null;
  readonly journal: { readonly session: string; readonly seq: number } | null;
}

/**
 * One call's way from proposal to outcome, the same for remote tools, client operations and coding tools: order, decide, write down,
 * permit, run, write down. Nothing runs before its intent is durable, and the outcome is durable before this resolves. Never rejects.
 */
export async function governedCall(
  plane: GovernedPlane,
  call: GovernedCall,
): Promise<GovernedResult> {
  const { policy, provider, root } = call.operation;
  const footprint = resolveFootprint(policy.footprint, {
    arguments: call.argumentsValue,
    provider,
    root,
  });
  // An unresolved footprint is denied when it is decided; until then it has nothing to wait for.
  const touches = footprint.kind === "resolved" ? footprint.touches : [];
  const turn = await plane.scheduler.enter(touches, call.signal);
  if (turn === null)
    return { outcome: refused(CANCELLED_BEFORE_SEND), decision: null, journal: null };
  try {
    const records = await plane.records();
    const decided = await decideCall(plane, records, call, touches);
    return decided.decision.effect === "allow"
      ? await runAllowed(plane, records, call, decided)
      : await recordRefusal(records, decided);
  } catch (error) {
    return { outcome: refused(journalRefusal(error)), decision: null, journal: null };
  } finally {
    turn.end();
  }
}

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

/** Decides, asks where the decision is to ask, and decides again with the answer. */
async function decideCall(
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
  const answer = await ask(plane.approvals, first, signal);
  const { seq } = await records.approval(first, answer);
  return decideWith(approvalOf(answer, identity.argumentsDigest), seq);
}

async function ask(
  approvals: ApprovalsPort,
  { proposal, argumentsValue, decision }: DecidedCall,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { operation, effect, risk } = proposal;
  try {
    return await approvals.ask(
      { operation, effect, risk, arguments: argumentsValue, trace: decision.trace },
      signal,
    );
  } catch {
    return { kind: "denied", by: "flag", reason: "The approval could not be asked for." };
  }
}

function approvalOf(answer: ApprovalAnswer, argumentsDigest: string): Snapshot["approval"] {
  switch (answer.kind) {
    case "granted":
      return { kind: "granted", by: answer.by, argumentsDigest };
    case "denied":
      return { kind: "denied", by: answer.by };
  }
}

async function recordRefusal(records: SessionRecords, call: DecidedCall): Promise<GovernedResult> {
  const { seq } = await records.refusal(call);
  const { rule, because, nearestAllow } = call.decision;
  return {
    outcome: refused({ code: rule, message: because, hint: nearestAllow }),
    decision: call.decision,
    journal: { session: records.session, seq },
  };
}

async function runAllowed(
  plane: GovernedPlane,
  records: SessionRecords,
  call: GovernedCall,
  decided: DecidedCall,
): Promise<GovernedResult> {
  const intent = await records.intent(decided);
  const journal = { session: records.session, seq: intent.seq };
  const now = plane.clock.now();
  const issued = plane.authority.issue(decided.decision, {
    intentHash: intent.hash,
    expiresAt: now + PERMIT_LIFETIME_MS,
    leaseExpiresAt: now + LEASE_LIFETIME_MS,
  });
  const outcome =
    issued.kind === "refused"
      ? refused({ code: issued.code, message: issued.reason, hint: null })
      : await run(plane, records, call, decided, { permit: issued.permit, intent: intent.seq });
  try {
    await records.outcome(intent.seq, outcome, plane.clock.now() - now);
    return { outcome, decision: decided.decision, journal };
  } catch (error) {
    // An outcome that is not durable is not shown: the intent stays in doubt.
    return { outcome: unrecordedOutcome(outcome, error), decision: decided.decision, journal };
  }
}

async function run(
  plane: GovernedPlane,
  records: SessionRecords,
  { operation, argumentsValue, signal }: GovernedCall,
  { proposal, identity }: DecidedCall,
  { permit, intent }: { readonly permit: Permit; readonly intent: number },
): Promise<CallOutcome> {
  if (signal.aborted) return refused(CANCELLED_BEFORE_SEND);
  const { execution } = operation;
  const call = `${records.session}/${intent}`;
  const decidedDigest = identity.argumentsDigest;
  switch (execution.kind) {
    case "guarded": {
      plane.ledger.open(call, {
        operation: proposal.operation,
        endpointIdentity: operation.binding.endpointIdentity,
        permit,
        decidedDigest,
        sentDigest: execution.sentDigest(argumentsValue),
        sentTarget: execution.sentTarget(argumentsValue),
        currentBinding: () => plane.currentBinding(proposal.operation),
        recordLeg: async (leg, result) => {
          await records.leg(intent, leg, result);
        },
      });
      try {
        return await execution.run(argumentsValue, { call, signal });
      } catch (error) {
        return failureOf(error);
      } finally {
        plane.ledger.close(call);
      }
    }
    case "in_process": {
      const redeemed = plane.authority.redeem(permit, {
        now: plane.clock.now(),
        operation: proposal.operation,
        binding: plane.currentBinding(proposal.operation),
        argumentsDigest: decidedDigest,
      });
      if (redeemed.kind === "refused") {
        return refused({ code: redeemed.code, message: redeemed.reason, hint: null });
      }
      try {
        return await execution.run(argumentsValue, { call, signal });
      } catch (error) {
        return failureOf(error);
      } finally {
        plane.authority.end(redeemed.lease);
      }
    }
  }
}
