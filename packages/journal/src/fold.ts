import type { Doubt, JournalState } from "./journal-state.js";
import type { JournalRecord, OutcomeRecord, WrittenRecord } from "./records/journal-record.js";

export const EMPTY_STATE: JournalState = {
  seq: 0,
  session: null,
  grant: null,
  catalogs: new Map(),
  admissions: new Map(),
  approvals: new Map(),
  callsSpent: 0,
  sampling: new Map(),
  doubts: new Map(),
  ended: false,
};

/** One more record. Pure: the state before it stays as it is. */
export function fold(state: JournalState, record: JournalRecord): JournalState {
  return { ...apply(state, record), seq: record.seq, ended: record.type === "end" };
}

function apply(state: JournalState, record: JournalRecord): JournalState {
  switch (record.type) {
    case "session":
      return { ...state, session: record };
    case "grant":
      return { ...state, grant: record };
    case "catalog":
      return { ...state, catalogs: withEntry(state.catalogs, record.server, record) };
    case "admission":
      return { ...state, admissions: withEntry(state.admissions, record.server, record) };
    case "approval":
      return { ...state, approvals: withEntry(state.approvals, record.seq, record) };
    case "intent":
      return {
        ...state,
        callsSpent: state.callsSpent + 1,
        approvals: without(state.approvals, record.approval),
        doubts: withEntry(state.doubts, record.seq, doubtOf(record)),
      };
    case "refusal":
      return { ...state, approvals: without(state.approvals, record.approval) };
    case "leg":
      return record.taskId === null ? state : withTask(state, record.intent, record.taskId);
    case "outcome":
      return { ...state, doubts: afterOutcome(state.doubts, record) };
    case "resolved":
      return { ...state, doubts: without(state.doubts, record.intent) };
    case "sampling": {
      const used = state.sampling.get(record.server) ?? { requests: 0, tokens: 0 };
      const now = { requests: used.requests + 1, tokens: used.tokens + record.tokens };
      return { ...state, sampling: withEntry(state.sampling, record.server, now) };
    }
    case "segment":
    case "model_turn":
    case "elicitation":
    case "rekey":
    case "end":
    case "unknown":
      return state;
  }
}

function doubtOf(intent: Extract<WrittenRecord, { readonly type: "intent" }>): Doubt {
  const { seq, operation, server, effect, risk, touches, callKey, at } = intent;
  const nothingYet = { cause: "no_outcome", code: null, taskId: null } as const;
  return { intent: seq, operation, server, effect, risk, touches, callKey, at, ...nothingYet };
}

/** An uncertain outcome keeps the doubt and says why; every other one settles it. */
function afterOutcome(
  doubts: JournalState["doubts"],
  outcome: OutcomeRecord,
): JournalState["doubts"] {
  const doubt = doubts.get(outcome.intent);
  if (doubt === undefined) return doubts;
  if (outcome.kind !== "uncertain") return without(doubts, outcome.intent);
  return withEntry(doubts, outcome.intent, {
    ...doubt,
    cause: "uncertain",
    code: outcome.error?.code ?? null,
    taskId: outcome.taskId ?? doubt.taskId,
  });
}

function withTask(state: JournalState, intent: number, taskId: string): JournalState {
  const doubt = state.doubts.get(intent);
  if (doubt === undefined) return state;
  return { ...state, doubts: withEntry(state.doubts, intent, { ...doubt, taskId }) };
}

function withEntry<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
): ReadonlyMap<Key, Value> {
  return new Map(map).set(key, value);
}

function without<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key | null,
): ReadonlyMap<Key, Value> {
  if (key === null || !map.has(key)) return map;
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}
