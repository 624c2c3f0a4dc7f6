import { type Decision, type Permit, resolveFootprint } from "@perspt/kernel";
import type { CallOutcome } from "@perspt/mcp-client";
import { failureOf, journalRefusal, unrecordedOutcome } from "./call-failure.js";
import { CANCELLED_BEFORE_SEND, type Refusal, refused } from "./call-refusal.js";
import { decideCall } from "./decide-call.js";
import type { DecidedCall } from "./decided-call.js";
import type { GovernedCall, GovernedPlane } from "./governed-plane.js";
import type { SessionRecords } from "./session-records.js";

/** How long a permit may lie between its durable intent and the write, in milliseconds. */
export const PERMIT_LIFETIME_MS = 60_000;

/** The longest that later legs of one call may go on, in milliseconds; the client's own deadlines end a call long before. */
export const LEASE_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** How a governed call ended, why it was allowed or refused, and where that is written down. */
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
    const operation = await plane.refreshed(call.operation, call.signal);
    const current = { ...call, operation };
    const decided = await decideCall(plane, records, current, touches);
    return decided.decision.effect === "allow"
      ? await runAllowed(plane, records, current, decided)
      : await recordRefusal(plane, records, decided, call.signal);
  } catch (error) {
    return { outcome: refused(journalRefusal(error)), decision: null, journal: null };
  } finally {
    turn.end();
  }
}

async function recordRefusal(
  plane: GovernedPlane,
  records: SessionRecords,
  call: DecidedCall,
  signal: AbortSignal,
): Promise<GovernedResult> {
  const refusal = refusalOf(plane, call, signal);
  const { seq } = await records.refusal(call, refusal.code);
  return {
    outcome: refused(refusal),
    decision: call.decision,
    journal: { session: records.session, seq },
  };
}

/** A question that went away with its call was answered by nobody: the call was cancelled. */
function refusalOf(
  plane: GovernedPlane,
  { decision, proposal, boundNow }: DecidedCall,
  signal: AbortSignal,
): Refusal {
  const { effect, rule, because, nearestAllow } = decision;
  if (effect === "ask" && signal.aborted) return CANCELLED_BEFORE_SEND;
  const problem = boundNow === null ? plane.unboundBecause(proposal.provider) : null;
  return { code: rule, message: because, hint: problem?.message ?? nearestAllow };
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
