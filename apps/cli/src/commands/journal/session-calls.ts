import type {
  Doubt,
  IntentRecord,
  JournalReading,
  OutcomeRecord,
  RefusalRecord,
  ResolvedRecord,
} from "@perspt/journal";

/** One proposed call of a session: what was decided about it, and what came of it. */
export interface SessionCall {
  /** Seq of its intent or refusal. */
  readonly seq: number;
  readonly at: number;
  readonly operation: string;
  /** `allow` for an intent, `deny` for a refusal. */
  readonly decision: "allow" | "deny";
  readonly rule: string;
  readonly because: string;
  /** The last outcome; null for a refusal, and where none was written. */
  readonly outcome: OutcomeRecord | null;
  /** Null unless its effect is not known and nobody has settled it. */
  readonly doubt: Doubt | null;
  readonly resolved: ResolvedRecord | null;
}

/** The calls of a session in the order decided. */
export function callsOf({
  records,
  state,
}: Pick<JournalReading, "records" | "state">): readonly SessionCall[] {
  const outcomes = new Map<number, OutcomeRecord>();
  const resolutions = new Map<number, ResolvedRecord>();
  const proposed: (IntentRecord | RefusalRecord)[] = [];
  for (const record of records) {
    if (record.type === "intent" || record.type === "refusal") proposed.push(record);
    else if (record.type === "outcome") outcomes.set(record.intent, record);
    else if (record.type === "resolved") resolutions.set(record.intent, record);
  }
  return proposed.map((record) => ({
    seq: record.seq,
    at: record.at,
    operation: record.operation,
    decision: record.type === "intent" ? "allow" : "deny",
    rule: record.type === "intent" ? record.rule : record.code,
    because: record.because,
    outcome: outcomes.get(record.seq) ?? null,
    doubt: state.doubts.get(record.seq) ?? null,
    resolved: resolutions.get(record.seq) ?? null,
  }));
}
