import {
  type AdmissionRecord,
  type ApprovalRecord,
  type CallOrigin,
  type CatalogRecord,
  EMPTY_STATE,
  fold,
  type JournalReading,
  type JournalState,
  type MessageRecord,
  type ModelTurnRecord,
  type OutcomeRecord,
  type ResolvedRecord,
} from "@perspt/journal";
import type { DecisionRecord } from "./recorded-call.js";

/** A recorded session by what its calls were decided from. */
export interface SessionHistory {
  /** Every decided call, in the order of the records. */
  readonly calls: readonly DecisionRecord[];
  /** What the model said, in the order of the records. */
  readonly turns: readonly ModelTurnRecord[];
  /** What was said to it, in the order of the records. */
  readonly messages: readonly MessageRecord[];
  turn(seq: number): ModelTurnRecord | null;
  /** The calls that say they came from there: one, and another after each that was found not to have happened. */
  callsFrom(origin: CallOrigin): readonly DecisionRecord[];
  /** The fold of the records up to a call's `basis`; null for a basis that no record has. */
  stateAt(basis: number): JournalState | null;
  /** The last word on an intent. */
  outcomeOf(intent: number): OutcomeRecord | null;
  /** What was found out of a call in doubt; null where nobody settled it. */
  verdictOn(intent: number): ResolvedRecord["verdict"] | null;
  approval(seq: number): ApprovalRecord | null;
  /** Whether this call is the one that somebody was asked about, or a later one that the answer stands for. */
  approvalUse(call: DecisionRecord): "first" | "later";
  /**
   * What a server had listed by a basis, and what was admitted of it, under an epoch; null where neither was written down by then. A
   * session that is continued counts its epochs from 1 again: the newest listing is meant.
   */
  listing(server: string, epoch: number, basis: number): ServerListing | null;
}

export interface ServerListing {
  readonly catalog: CatalogRecord;
  readonly admission: AdmissionRecord;
}

/** Reads a session once, front to back. */
export function readHistory({ records }: Pick<JournalReading, "records">): SessionHistory {
  const calls: DecisionRecord[] = [];
  const messages: MessageRecord[] = [];
  const turns = new Map<number, ModelTurnRecord>();
  const origins = new Map<string, DecisionRecord[]>();
  const outcomes = new Map<number, OutcomeRecord>();
  const verdicts = new Map<number, ResolvedRecord["verdict"]>();
  const approvals = new Map<number, ApprovalRecord>();
  const firstUses = new Map<number, number>();
  const catalogs: CatalogRecord[] = [];
  const admissions: AdmissionRecord[] = [];
  for (const record of records) {
    if (record.type === "intent" || record.type === "refusal") {
      calls.push(record);
      if (record.approval !== null && !firstUses.has(record.approval)) {
        firstUses.set(record.approval, record.seq);
      }
      const { origin } = record;
      if (origin !== null) {
        origins.set(placeOf(origin), [...(origins.get(placeOf(origin)) ?? []), record]);
      }
    } else if (record.type === "message") messages.push(record);
    else if (record.type === "model_turn") turns.set(record.seq, record);
    else if (record.type === "outcome") outcomes.set(record.intent, record);
    else if (record.type === "resolved") verdicts.set(record.intent, record.verdict);
    else if (record.type === "approval") approvals.set(record.seq, record);
    else if (record.type === "catalog") catalogs.push(record);
    else if (record.type === "admission") admissions.push(record);
  }
  const states = statesAt(records, new Set(calls.map(({ basis }) => basis)));
  return {
    calls,
    turns: [...turns.values()],
    messages,
    turn: (seq) => turns.get(seq) ?? null,
    callsFrom: (origin) => origins.get(placeOf(origin)) ?? [],
    stateAt: (basis) => states.get(basis) ?? null,
    outcomeOf: (intent) => outcomes.get(intent) ?? null,
    verdictOn: (intent) => verdicts.get(intent) ?? null,
    approval: (seq) => approvals.get(seq) ?? null,
    approvalUse: ({ seq, approval }) =>
      approval !== null && firstUses.get(approval) === seq ? "first" : "later",
    listing(server, epoch, basis) {
      const isMeant = (record: CatalogRecord | AdmissionRecord) =>
        record.server === server && record.epoch === epoch && record.seq <= basis;
      const catalog = catalogs.findLast(isMeant);
      const admission = admissions.findLast(isMeant);
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

function placeOf({ turn, call }: CallOrigin): string {
  return `${turn} ${call}`;
}
