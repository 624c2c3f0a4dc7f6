import type { JournalReading } from "@perspt/journal";
import type { Decision, EffectProposal, Snapshot } from "@perspt/kernel";
import { type DecisionRecord, readApproval, readGrant, readProposal } from "./recorded-call.js";
import type { SessionHistory } from "./session-history.js";

/** Everything that a recorded decision was made from, or the member of the record that it cannot be read from. */
export type RecordedDecision =
  | { readonly kind: "read"; readonly snapshot: Snapshot; readonly proposal: EffectProposal }
  | { readonly kind: "unreadable"; readonly member: string };

/**
 * Puts a decision's inputs together again: the fold of the records up to its `basis`, its time, and what its own record holds. No clock,
 * disk, network or secret is asked. Throws a `JournalError` where a long value of the record is missing on the disk.
 */
export function readDecision(
  record: DecisionRecord,
  history: SessionHistory,
  load: JournalReading["load"],
): RecordedDecision {
  const state = record.basis < record.seq ? history.stateAt(record.basis) : null;
  if (state === null) return { kind: "unreadable", member: "basis" };
  const grant = readGrant(state.grant?.capability);
  if (grant === null) return { kind: "unreadable", member: "grant" };
  const reading = readProposal(record, load(record.arguments));
  if (reading.kind === "unreadable") return reading;
  const approval = readApproval(
    record,
    record.approval === null ? null : history.approval(record.approval),
    history.approvalUse(record),
  );
  if (approval === null) return { kind: "unreadable", member: "approval" };
  const doubts = [...state.doubts.values()].map(({ intent, touches }) => ({ intent, touches }));
  return {
    kind: "read",
    proposal: reading.proposal,
    snapshot: {
      now: record.decidedAt,
      grant,
      callsSpent: state.callsSpent,
      binding: record.boundNow,
      root: record.root,
      protectedPaths: state.session?.protectedPaths ?? [],
      links: record.links,
      doubts,
      approval,
    },
  };
}

/** The decision as its effect and its one deciding rule: what is compared, because sentences may be worded anew. */
export function verdictOf({ effect, rule }: Pick<Decision, "effect" | "rule">): string {
  return `${effect}: ${rule}`;
}

/** The verdict that a record claims. */
export function recordedVerdict({ type, rule }: DecisionRecord): string {
  if (type === "intent") return `allow: ${rule}`;
  return rule === "needs_approval" ? `ask: ${rule}` : `deny: ${rule}`;
}
