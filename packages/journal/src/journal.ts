import type { Digest, JsonObject, JsonValue } from "@perspt/json";
import type { JournalState } from "./journal-state.js";
import type { RecordedArgumentBinding, RecordedSelector } from "./records/call-facts.js";
import type { JournalEntry } from "./records/journal-entry.js";
import type { Payload } from "./records/payload.js";

/** A durable record's place. The hash covers it and everything before it. */
export interface RecordPosition {
  readonly seq: number;
  /** 64 lower-case hex digits. */
  readonly hash: string;
}

/** A call to be written down: its redacted arguments and the digests over them. Spread it into an intent, refusal or approval. */
export interface CallIdentity {
  readonly arguments: JsonObject;
  readonly argumentsDigest: Digest;
  readonly callKey: Digest;
}

export interface CallToIdentify {
  readonly operation: string;
  readonly endpointIdentity: string;
  readonly arguments: JsonObject;
  /** Arguments that these name are not redacted by name. */
  readonly selectors: readonly RecordedSelector[];
  readonly bindings: readonly RecordedArgumentBinding[];
}

/** Bytes after the last whole record that opening found and set aside. */
export interface Recovery {
  readonly bytes: number;
  /** The file that keeps them, in the session's directory. */
  readonly keptAt: string;
}

/** One session's journal, held by its one writer. */
export interface Journal {
  readonly session: string;
  /** The session's directory. */
  readonly directory: string;
  /** The fold of every record queued so far, durable or not; what decisions are made from. */
  readonly state: JournalState;
  /** The last durable record. */
  readonly head: RecordPosition;
  /** What opening cut off and kept; null for a clean end. */
  readonly recovery: Recovery | null;

  /**
   * Queues a record: it is redacted, gets its seq and is in `state` when this returns. The promise resolves when the record and all
   * before it are on the disk, and every blob that it names. It rejects with a `JournalError` when that did not happen:
   * `journal_full` leaves a journal that still takes legs, outcomes, resolutions and the end; after any other failure to write, every
   * later append rejects likewise. A rejected record is no longer in `state`.
   *
   * Records queued while a sync is under way share the next one, in the order queued.
   */
  append(entry: JournalEntry): Promise<RecordPosition>;

  /** What a call's arguments look like on the record, and the digests over them. Pure but for the session's key and known secrets. */
  identifyCall(call: CallToIdentify): CallIdentity;

  /** The value of a recorded payload. Rejects with `blob_missing` or `blob_corrupt`. */
  load(payload: Payload): Promise<JsonValue>;

  /**
   * Waits for what is queued, writes the anchor and frees the lock. With no doubt left, the session's mark in `unsettled` goes. It
   * appends nothing: append an `end` first where the session has ended. May be called twice. Rejects when the last records could not
   * be made durable; the lock is free even then.
   */
  close(): Promise<void>;
}
