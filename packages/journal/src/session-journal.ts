import { dirname } from "node:path";
import { digest, isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import * as v from "valibot";
import type { BlobStore } from "./blob-store.js";
import { callKeyOf } from "./call-key.js";
import type { FileSystem } from "./file-system.js";
import { StateFold } from "./fold.js";
import type { CallIdentity, CallToIdentify, Journal, RecordPosition, Recovery } from "./journal.js";
import { JournalError } from "./journal-error.js";
import type { JournalLimits } from "./journal-limits.js";
import type { JournalState } from "./journal-state.js";
import { JournalWriter, type QueuedRecord, type WriterStart } from "./journal-writer.js";
import { FIRST_PREVIOUS_HASH } from "./log-line.js";
import { makeDirectories } from "./make-directories.js";
import { plainFields, prepareEntry } from "./prepare-entry.js";
import { bodyText, inEmptyFrame } from "./record-text.js";
import type { JournalEntry, SessionHeader } from "./records/journal-entry.js";
import type { WrittenRecord } from "./records/journal-record.js";
import type { Payload } from "./records/payload.js";
import { recordSchemaOf } from "./records/record-schemas.js";
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
  /** The session's own from here on. */
  readonly state: StateFold;
  readonly recovery: Recovery | null;
  readonly start: WriterStart;
  readonly limits: JournalLimits;
}

/** A record that keeps its contract, but for a frame that is still to come, with the one text that it is measured and written by. */
interface ValidEntry {
  readonly record: WrittenRecord;
  readonly text: string;
}

/** The journal of one session: what is queued is in `state` at once, and durable when its promise says so. */
export class SessionJournal implements Journal {
  readonly session: string;
  readonly directory: string;
  readonly recovery: Recovery | null;
  readonly #parts: SessionJournalParts;
  readonly #writer: JournalWriter;
  /** The fold of what is durable: what remains when a batch fails. */
  readonly #durable: StateFold;
  #state: StateFold;
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
    this.#durable = new StateFold(state.snapshot());
    this.#writer = new JournalWriter(files, paths, blobs, start, limits, {
      failed: (error, records) => this.#failed(error, records),
    });
  }

  get state(): JournalState {
    return this.#state.snapshot();
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
      if (this.state.doubts.size === 0 && files.status(paths.unsettled).kind !== "missing") {
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
    if (
      (entry.type === "leg" || entry.type === "outcome" || entry.type === "resolved") &&
      !this.#state.isOpen(entry.intent)
    ) {
      throw new JournalError({
        code: "intent_not_open",
        message: `Record ${entry.intent} is no open call of session ${this.session}.`,
        hint: "`perspt journal show` marks the calls that are open.",
      });
    }
  }

  #queue(body: JsonObject, blobs: readonly Buffer[]): Promise<RecordPosition> {
    const entry = this.#validated(body);
    const bytes = Buffer.byteLength(entry.text);
    const { segmentNumber, size } = this.#writer;
    if (
      entry.record.type !== "segment" &&
      size + this.#queuedBytes + bytes > this.#parts.limits.segmentBytes
    ) {
      this.#queuedBytes = -size;
      const next = this.#validated({ type: "segment", number: segmentNumber + 1, prev: "" });
      // Its own promise is nobody's: the record that follows fails with it.
      this.#enqueue(next, [], 0).catch(() => {});
    }
    return this.#enqueue(entry, blobs, bytes);
  }

  #validated(body: JsonObject): ValidEntry {
    const { type } = body;
    const schema = typeof type === "string" ? recordSchemaOf(type) : null;
    const parsed = schema === null ? null : v.safeParse(schema, inEmptyFrame(body));
    if (parsed?.success === true) {
      const record: WrittenRecord = parsed.output;
      return { record, text: bodyText(record) };
    }
    const [issue] = parsed?.issues ?? [];
    const place = issue === undefined ? "type" : (v.getDotPath(issue) ?? "it");
    throw new JournalError({
      code: "invalid_entry",
      message: `A record of type ${JSON.stringify(type)} breaks its contract: ${place}: ${issue?.message ?? "there is no such type"}`,
    });
  }

  #enqueue(
    { record: valid, text }: ValidEntry,
    blobs: readonly Buffer[],
    bytes: number,
  ): Promise<RecordPosition> {
    const at = this.#parts.clock.now();
    const record = { ...valid, seq: this.#state.seq + 1, at, synced: this.head.seq };
    return new Promise((resolve, reject) => {
      if (record.type === "intent" && !this.#marked) this.#mark();
      this.#state.take(record);
      this.#queuedBytes += bytes;
      this.#writer.add({
        record,
        text,
        blobs,
        reject,
        resolve: (position) => {
          this.#queuedBytes -= bytes;
          this.#durable.take(record);
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
    this.#state = new StateFold(this.#durable.snapshot());
    this.#queuedBytes = 0;
    const isFirstFull = error.code === "journal_full" && this.#full === null;
    if (isFirstFull) {
      this.#full = error;
      this.#writer.releaseReserve();
    }
    for (const { record, text, blobs, resolve, reject } of queued) {
      if (!isFirstFull || !WRITTEN_WHEN_FULL.has(record.type)) {
        reject(error);
        continue;
      }
      this.#enqueue({ record, text }, blobs, 0).then(resolve, reject);
    }
  }
}
