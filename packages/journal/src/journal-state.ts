import type { RecordedBinding, RecordedTouch } from "./records/call-facts.js";
import type {
  AdmissionRecord,
  ApprovalRecord,
  CatalogRecord,
  GrantRecord,
  SessionRecord,
} from "./records/journal-record.js";

/** A call whose effect is not known: an intent with no outcome, or an uncertain one, that nobody has resolved. */
export interface Doubt {
  /** The intent's seq. */
  readonly intent: number;
  readonly operation: string;
  readonly server: string;
  readonly effect: string;
  readonly risk: string;
  readonly touches: readonly RecordedTouch[];
  /** What it was sent to, and under which policy. */
  readonly binding: RecordedBinding;
  readonly callKey: string;
  /** When the intent was queued, milliseconds since the epoch. */
  readonly at: number;
  /** `no_outcome`: still running in its writer, or cut off by a crash. `uncertain`: its outcome says so. */
  readonly cause: "no_outcome" | "uncertain";
  /** The code of the uncertain outcome; null while there is none. */
  readonly code: string | null;
  /** The task whose result can still be asked for. */
  readonly taskId: string | null;
}

export interface SamplingUse {
  readonly requests: number;
  readonly tokens: number;
}

/** What the records up to `seq` add up to, and nothing else. A value: folding makes a new one. */
export interface JournalState {
  /** The highest seq folded: the `basis` of a decision made from this. */
  readonly seq: number;
  readonly session: SessionRecord | null;
  /** The grant in force. */
  readonly grant: GrantRecord | null;
  /** By server id. */
  readonly catalogs: ReadonlyMap<string, CatalogRecord>;
  /** By server id. */
  readonly admissions: ReadonlyMap<string, AdmissionRecord>;
  /** Approvals that no intent or refusal has used yet, by seq. */
  readonly approvals: ReadonlyMap<number, ApprovalRecord>;
  /** Intents of the whole session: a new grant does not give spent calls back. */
  readonly callsSpent: number;
  /** By server id. */
  readonly sampling: ReadonlyMap<string, SamplingUse>;
  /** By the intent's seq, oldest first. */
  readonly doubts: ReadonlyMap<number, Doubt>;
  /** Whether the last thing that happened was an orderly end. */
  readonly ended: boolean;
}
