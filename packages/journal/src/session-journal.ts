import { dirname } from "node:path";
import { digest, isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import * as v from "valibot";
import type { BlobStore } from "./blob-store.js";
import { callKeyOf } from "./call-key.js";
import type { FileSystem } from "./file-system.js";
import { fold } from "./fold.js";
import type { CallIdentity, CallToIdentify, Journal, RecordPosition, Recovery } from "./journal.js";
import { JournalError } from "./journal-error.js";
import type { JournalLimits } from "./journal-limits.js";
import type { JournalState } from "./journal-state.js";
import { JournalWriter, type QueuedRecord, type WriterStart } from "./journal-writer.js";
import { FIRST_PREVIOUS_HASH } from "./log-line.js";
import { makeDirectories } from "./make-directories.js";
import { plainFields, prepareEntry } from "./prepare-entry.js";
import type { JournalEntry, SessionHeader } from "./records/journal-entry.js";
import { RECORD_VERSION, type WrittenRecord } from "./records/journal-record.js";
import type { Payload } from "./records/payload.js";
import { RecordSchema } from "./records/record-schemas.js";
import type { Redactor } from "./redact.js";
import type { SessionPaths } from "./session-paths.js";
import { systemFailure } from "./system-failure.js";
import type { WriterLock } from "./writer-lock.js";

/** What may still be written on a full disk: the ends of what was begun. */
const WRITTEN_WHEN_FULL: ReadonlySet<WrittenRecord["type"]> = new Set([
  "leg",
  "outcome",
  "resolved",
  "end",
]);

export interface SessionJournalParts {
  readonly files: FileSystem;
  readonly paths: SessionPaths;
  readonly session: string;
  readonly clock: { now(): number };
  readonly lock: WriterLock;
  readonly redactor: Redactor;
  readonly blobs: BlobStore;
  readonly state: JournalState;
  readonly recovery: Recovery | null;
  readonly start: WriterStart;
  readonly limits: JournalLimits;
}

/** The journal of one session: what is queued is in `state` at once, and durable when its promise says so. */
export class SessionJournal implements Journal {
  readonly session: string;
  readonly directory: string;
  readonly recovery: Recovery | null;
  readonly #parts: SessionJournalParts;
  readonly #writer: JournalWriter;
  /** The fold of what is durable: what remains when a batch fails. */
  #durable: JournalState;
  #state: JournalState;
  #queuedBytes = 0;
  #full: JournalError | null = null;
  #closed = false;
  /** Whether the session's mark is durable; one that is there may have been made by a process that was stopped before it synced it. */
  #marked = false;

  constructor(parts: SessionJournalParts) {
    const { files, paths, blobs, start, state, limits } = parts;
    this.session = parts.session;
    this.directory = paths.directory;
    this.recovery = parts.recovery;
    this.#parts = parts;
    this.#state = state;
    this.#durable = state;
    this.#writer = new JournalWriter(files, paths, blobs, start, limits, {
      failed: (error, records) => this.#failed(error, records),
    });
  }

  get state(): JournalState {
    return this.#state;
  }

  get head(): RecordPosition {
    return this.#writer.head;
  }

  /** The first two records of a new session. */
  async begin(header: SessionHeader): Promise<void> {
    const { redactor } = this.#parts;
    const members = Object.entries(header).map(
      ([name, member]: [string, JsonValue]) => [name, redactor.knownSecrets(member)] as const,
    );
    await Promise.all([
      this.#queue({ type: "segment", number: 1, prev: FIRST_PREVIOUS_HASH }, []),
      this.#queue({ type: "session", session: this.session, ...Object.fromEntries(members) }, []),
    ]);
    await this.#writer.writeAnchor();
  }

  async rekey(): Promise<void> {
    await this.#queue({ type: "rekey", reason: "key_lost" }, []);
  }

  async append(entry: JournalEntry): Promise<RecordPosition> {
    this.#refuseWhatCannotBe(entry);
    const { body, blobs } = prepareEntry(entry, this.#parts.redactor);
    return this.#queue(body, blobs);
  }

  identifyCall(call: CallToIdentify): CallIdentity {
    const redacted = this.#parts.redactor.value(call.arguments, plainFields(call));
    const argumentsValue: JsonObject = isJsonObject(redacted) ? redacted : {};
    const { operation, endpointIdentity } = call;
    const callKey = callKeyOf({ endpointIdentity, operation, arguments: argumentsValue });
    return { arguments: argumentsValue, argumentsDigest: digest(argumentsValue), callKey };
  }

  async load(payload: Payload): Promise<JsonValue> {
    return this.#parts.blobs.load(payload);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { files, paths, lock } = this.#parts;
    try {
      await this.#writer.idle();
      if (this.#writer.poison !== null) throw this.#writer.poison;
      await this.#writer.writeAnchor();
      // The next opening sets it aside again.
      this.#writer.releaseReserve();
      if (this.#state.doubts.size === 0 && files.status(paths.unsettled).kind !== "missing") {
        files.remove(paths.unsettled);
      }
    } catch (error) {
      throw systemFailure(error, "closing the session");
    } finally {
      this.#writer.close();
      await lock.release();
    }
  }

  #refuseWhatCannotBe(entry: JournalEntry): void {
    if (this.#closed) {
      throw new JournalError({
        code: "journal_closed",
        message: `Session ${this.session} was closed.`,
      });
    }
    if (this.#writer.poison !== null) throw this.#writer.poison;
    if (this.#full !== null && !WRITTEN_WHEN_FULL.has(entry.type)) throw this.#full;
    const isOpen = (intent: number): boolean => this.#state.doubts.has(intent);
    if (
      (entry.type === "leg" || entry.type === "outcome" || entry.type === "resolved") &&
      !isOpen(entry.intent)
    ) {
      throw new JournalError({
        code: "intent_not_open",
        message: `Record ${entry.intent} is no open call of session ${this.session}.`,
        hint: "`perspt journal show` marks the calls that are open.",
      });
    }
  }

  #queue(body: JsonObject, blobs: readonly Buffer[]): Promise<RecordPosition> {
    const bytes = Buffer.byteLength(JSON.stringify(body));
    const { segmentNumber, size } = this.#writer;
    if (
      body["type"] !== "segment" &&
      size + this.#queuedBytes + bytes > this.#parts.limits.segmentBytes
    ) {
      this.#queuedBytes = -size;
      // Its own promise is nobody's: the record that follows fails with it.
      this.#enqueue({ type: "segment", number: segmentNumber + 1, prev: "" }, [], 0).catch(
        () => {},
      );
    }
    return this.#enqueue(body, blobs, bytes);
  }

  async #enqueue(
    body: JsonObject,
    blobs: readonly Buffer[],
    bytes: number,
  ): Promise<RecordPosition> {
    const at = this.#parts.clock.now();
    const frame = { v: RECORD_VERSION, seq: this.#state.seq + 1, at, synced: this.head.seq };
    const parsed = v.safeParse(RecordSchema, { ...frame, ...body });
    if (!parsed.success) {
      const [issue] = parsed.issues;
      throw new JournalError({
        code: "invalid_entry",
        message: `A record of type ${JSON.stringify(body["type"])} breaks its contract: ${v.getDotPath(issue) ?? "it"}: ${issue.message}`,
      });
    }
    const record: WrittenRecord = parsed.output;
    if (record.type === "intent" && !this.#marked) this.#mark();
    this.#state = fold(this.#state, record);
    this.#queuedBytes += bytes;
    return new Promise((resolve, reject) => {
      this.#writer.add({
        record,
        body,
        blobs,
        reject,
        resolve: (position) => {
          this.#queuedBytes -= bytes;
          this.#durable = fold(this.#durable, record);
          resolve(position);
        },
      });
    });
  }

  /** Says that this session may have doubts, before its first intent can be one. */
  #mark(): void {
    const { files, paths } = this.#parts;
    try {
      const directory = dirname(paths.unsettled);
      makeDirectories(files, directory);
      if (files.status(paths.unsettled).kind === "missing") files.create(paths.unsettled).close();
      files.syncDirectory(directory);
    } catch (error) {
      throw systemFailure(error, "marking the session as unsettled");
    }
    this.#marked = true;
  }

  /** What was queued and not written is as if it had never been, but for the ends of calls, which a full disk still takes. */
  #failed(error: JournalError, queued: readonly QueuedRecord[]): void {
    this.#state = this.#durable;
    this.#queuedBytes = 0;
    const isFirstFull = error.code === "journal_full" && this.#full === null;
    if (isFirstFull) {
      this.#full = error;
      this.#writer.releaseReserve();
    }
    for (const { record, body, blobs, resolve, reject } of queued) {
      if (!isFirstFull || !WRITTEN_WHEN_FULL.has(record.type)) {
        reject(error);
        continue;
      }
      this.#enqueue(body, blobs, 0).then(resolve, reject);
    }
  }
}
