import { digest, type JsonObject, type JsonValue } from "@perspt/json";
import type { Journal, JournalEntry, JournalRecord, RecordedCallError } from "../../src/index.js";
import { intent, outcome } from "../sessions.js";

/** More than what stands in a record itself. */
const LONG_TEXT = "long ".repeat(13_200);

/** Results of calls. A long one is kept apart from its record, and all records share it. */
const RESULTS = {
  short: { text: "short" },
  long: { text: LONG_TEXT },
} satisfies Readonly<Record<string, JsonObject>>;

export type ResultName = keyof typeof RESULTS;

/** Entries that a mark tells from every other one of a simulation. */
export const marked = {
  intent: (mark: string, journal: Journal): JournalEntry => ({
    ...intent(journal, { query: mark }),
    because: mark,
  }),
  completed: (mark: string, intentSeq: number, result: ResultName): JournalEntry => ({
    ...outcome(intentSeq, RESULTS[result]),
    error: errorWith(mark),
  }),
  uncertain: (mark: string, intentSeq: number): JournalEntry => ({
    ...outcome(intentSeq),
    kind: "uncertain",
    result: null,
    error: errorWith(mark),
  }),
  leg: (mark: string, intentSeq: number): JournalEntry => ({
    type: "leg",
    intent: intentSeq,
    number: 1,
    kind: "send",
    method: mark,
    stage: "answered",
    answer: "task",
    code: null,
    message: null,
    content: null,
    taskId: `task of ${mark}`,
  }),
  resolved: (mark: string, intentSeq: number): JournalEntry => ({
    type: "resolved",
    intent: intentSeq,
    verdict: "did",
    note: mark,
  }),
  end: (mark: string): JournalEntry => ({ type: "end", reason: mark }),
};

/** The mark of a record; null for what the journal writes by itself. */
export function markOf(record: JournalRecord): string | null {
  switch (record.type) {
    case "intent":
      return record.because;
    case "outcome":
      return record.error?.message ?? "an outcome without a mark";
    case "leg":
      return record.method;
    case "resolved":
      return record.note;
    case "end":
      return record.reason;
    case "segment":
    case "session":
    case "rekey":
      return null;
    case "grant":
    case "catalog":
    case "admission":
    case "message":
    case "model_turn":
    case "refusal":
    case "approval":
    case "elicitation":
    case "sampling":
    case "unknown":
      throw new Error(`a simulation writes no ${record.type}`);
  }
}

/** Intents without an outcome that says how they ended, and without a resolution: counted once more, without the fold. */
export function doubtsIn(records: readonly JournalRecord[]): ReadonlySet<number> {
  const open = new Set<number>();
  for (const record of records) {
    if (record.type === "intent") open.add(record.seq);
    if (record.type === "outcome" && record.kind !== "uncertain") open.delete(record.intent);
    if (record.type === "resolved") open.delete(record.intent);
  }
  return open;
}

function errorWith(mark: string): RecordedCallError {
  return { code: "simulated", message: mark, hint: null, serverError: null };
}

/** Whether a result is one that marked entries have. */
export function isMarkedResult(result: JsonValue): boolean {
  return Object.values(RESULTS).some((known) => digest(known) === digest(result));
}
