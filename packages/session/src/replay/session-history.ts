import {
  type AdmissionRecord,
  type ApprovalRecord,
  type CatalogRecord,
  EMPTY_STATE,
  fold,
  type JournalReading,
  type JournalState,
  type OutcomeRecord,
} from "@perspt/journal";
import type { DecisionRecord } from "./recorded-call.js";

/** A recorded session by what its calls were decided from. */
export interface SessionHistory {
  /** Every decided call, in the order of the records. */
  readonly calls: readonly DecisionRecord[];
  /** The fold of the records up to a call's `basis`; null for a basis that no record has. */
  stateAt(basis: number): JournalState | null;
  /** The last word on an intent. */
  outcomeOf(intent: number): OutcomeRecord | null;
  approval(seq: number): ApprovalRecord | null;
  /** Whether this call is the one that somebody was asked about, or a later one that the answer stands for. */
  approvalUse(call: DecisionRecord): "first" | "later";
  /** What a server listed, and what was admitted of it, under an epoch; null where neither was written down. */
  listing(server: string, epoch: number): ServerListing | null;
}

export interface ServerListing {
  readonly catalog: CatalogRecord;
  readonly admission: AdmissionRecord;
}

/** Reads a session once, front to back. */
export function readHistory({ records }: Pick<JournalReading, "records">): SessionHistory {
  const calls: DecisionRecord[] = [];
  const outcomes = new Map<number, OutcomeRecord>();
  const approvals = new Map<number, ApprovalRecord>();
  const firstUses = new Map<number, number>();
  const catalogs = new Map<string, CatalogRecord>();
  const admissions = new Map<string, AdmissionRecord>();
  for (const record of records) {
    if (record.type === "intent" || record.type === "refusal") {
      calls.push(record);
      if (record.approval !== null && !firstUses.has(record.approval)) {
        firstUses.set(record.approval, record.seq);
      }
    } else if (record.type === "outcome") outcomes.set(record.intent, record);
    else if (record.type === "approval") approvals.set(record.seq, record);
    else if (record.type === "catalog") catalogs.set(keyOf(record), record);
    else if (record.type === "admission") admissions.set(keyOf(record), record);
  }
  const states = statesAt(records, new Set(calls.map(({ basis }) => basis)));
  return {
    calls,
    stateAt: (basis) => states.get(basis) ?? null,
    outcomeOf: (intent) => outcomes.get(intent) ?? null,
    approval: (seq) => approvals.get(seq) ?? null,
    approvalUse: ({ seq, approval }) =>
      approval !== null && firstUses.get(approval) === seq ? "first" : "later",
    listing(server, epoch) {
      const catalog = catalogs.get(keyOf({ server, epoch }));
      const admission = admissions.get(keyOf({ server, epoch }));
      return catalog === undefined || admission === undefined ? null : { catalog, admission };
    },
  };
}

function statesAt(
  records: JournalReading["records"],
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, JournalState> {
  const states = new Map<number, JournalState>();
  let state = EMPTY_STATE;
  for (const record of records) {
    state = fold(state, record);
    if (wanted.has(record.seq)) states.set(record.seq, state);
  }
  return states;
}

function keyOf({ server, epoch }: { readonly server: string; readonly epoch: number }): string {
  return `${server} ${epoch}`;
}
