import type { Anchor } from "./anchor.js";
import { writeAnchor } from "./anchor.js";
import { appendAll } from "./append-all.js";
import type { BlobStore } from "./blob-store.js";
import type { AppendFile, FileSystem } from "./file-system.js";
import type { RecordPosition } from "./journal.js";
import { JournalError } from "./journal-error.js";
import type { JournalLimits } from "./journal-limits.js";
import { encodeLine } from "./log-line.js";
import { bodyText, inEmptyFrame, recordText } from "./record-text.js";
import type { WrittenRecord } from "./records/journal-record.js";
import { removeQuietly, replaceFile } from "./replace-file.js";
import type { SessionPaths } from "./session-paths.js";
import { systemFailure } from "./system-failure.js";

/** A record on its way to the disk. Its hash, and how far the log was durable, are known when it is written. */
export interface QueuedRecord {
  readonly record: WrittenRecord;
  /** The record without its frame, as it will stand in the line. */
  readonly text: string;
  readonly blobs: readonly Buffer[];
  readonly resolve: (position: RecordPosition) => void;
  readonly reject: (error: JournalError) => void;
}

export interface WriterStart {
  readonly head: RecordPosition;
  readonly segment: { readonly number: number; readonly file: AppendFile };
}

/** Told of what can no longer be: the records that were queued and not written. */
export interface WriterEvents {
  failed(error: JournalError, records: readonly QueuedRecord[]): void;
}

/** Writes batches, one after the other: whatever was queued while one was being synced is the next (journal.md, Durability). */
export class JournalWriter {
  readonly #files: FileSystem;
  readonly #paths: SessionPaths;
  readonly #blobs: BlobStore;
  readonly #events: WriterEvents;
  readonly #anchorEvery: number;
  #segment: { readonly number: number; readonly file: AppendFile };
  #size: number;
  #identity: string;
  #head: RecordPosition;
  #anchored = 0;
  #queue: QueuedRecord[] = [];
  #pumping: Promise<void> | null = null;
  #poison: JournalError | null = null;

  constructor(
    files: FileSystem,
    paths: SessionPaths,
    blobs: BlobStore,
    start: WriterStart,
    { anchorEvery }: JournalLimits,
    events: WriterEvents,
  ) {
    this.#files = files;
    this.#paths = paths;
    this.#blobs = blobs;
    this.#events = events;
    this.#anchorEvery = anchorEvery;
    this.#segment = start.segment;
    const { size, identity } = start.segment.file.status();
    this.#size = size;
    this.#identity = identity;
    this.#head = start.head;
  }

  /** The last durable record. */
  get head(): RecordPosition {
    return this.#head;
  }

  get poison(): JournalError | null {
    return this.#poison;
  }

  /** Size of the segment that is being written, without what is queued. */
  get size(): number {
    return this.#size;
  }

  get segmentNumber(): number {
    return this.#segment.number;
  }

  add(queued: QueuedRecord): void {
    this.#queue.push(queued);
    this.#pumping ??= this.#pump();
  }

  /** Resolves when nothing is queued any more, written or not. */
  async idle(): Promise<void> {
    while (this.#pumping !== null) await this.#pumping;
  }

  /** Gives up the reserve, so that a full disk has room for what must still be written. */
  releaseReserve(): void {
    try {
      this.#files.remove(this.#paths.reserve);
    } catch {
      // It is gone already, or cannot be removed: then there is no room to gain.
    }
  }

  async writeAnchor(): Promise<void> {
    const anchor: Anchor = this.#head;
    await writeAnchor(this.#files, this.#paths.anchor, anchor);
    this.#anchored = anchor.seq;
  }

  close(): void {
    this.#segment.file.close();
  }

  async #pump(): Promise<void> {
    // Everything that is queued in this turn of the event loop shares a batch.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      try {
        if (this.#poison !== null) throw this.#poison;
        await this.#write(batch);
      } catch (error) {
        this.#fail(error, batch);
      }
    }
    this.#pumping = null;
  }

  /** A segment's first record starts a batch of its own, in a file of its own. */
  #nextBatch(): QueuedRecord[] {
    const roll = this.#queue.findIndex(
      ({ record }, index) => index > 0 && record.type === "segment",
    );
    return this.#queue.splice(0, roll === -1 ? this.#queue.length : roll);
  }

  async #write(batch: readonly QueuedRecord[]): Promise<void> {
    for (const blob of batch.flatMap(({ blobs }) => blobs)) await this.#blobs.store(blob);
    if (batch[0]?.record.type === "segment") await this.#roll(batch[0].record.number);
    this.#checkUnchanged();
    const positions: RecordPosition[] = [];
    let lines = "";
    let previous = this.#head.hash;
    for (const { record, text } of batch) {
      // What came before a segment is known only now.
      const body = record.type === "segment" ? segmentText(record.number, previous) : text;
      const { line, hash } = encodeLine(recordText(record, this.#head.seq, body), previous);
      lines += line;
      positions.push({ seq: record.seq, hash });
      previous = hash;
    }
    const bytes = Buffer.from(lines, "utf8");
    this.#append(bytes);
    try {
      await this.#segment.file.sync();
    } catch (error) {
      // A sync that failed may have dropped what it should have written; a second one would not tell.
      this.#poison = systemFailure(error, "syncing records");
      throw this.#poison;
    }
    this.#size += bytes.length;
    this.#head = positions.at(-1) ?? this.#head;
    for (const [index, { resolve }] of batch.entries()) resolve(positions[index] ?? this.#head);
    if (this.#head.seq - this.#anchored >= this.#anchorEvery) await this.#tryAnchor();
  }

  /** An anchor is a help, not a promise: a failure to write one fails no record. */
  async #tryAnchor(): Promise<void> {
    try {
      await this.writeAnchor();
    } catch {
      this.#anchored = this.#head.seq;
    }
  }

  async #roll(number: number): Promise<void> {
    if (number === this.#segment.number) return;
    const file = this.#createSegment(number);
    this.#segment.file.close();
    this.#segment = { number, file };
    const { size, identity } = file.status();
    this.#size = size;
    this.#identity = identity;
    await this.#tryAnchor();
  }

  #createSegment(number: number): AppendFile {
    const path = this.#paths.segment(number);
    const file = this.#files.create(path);
    try {
      this.#files.syncDirectory(this.#paths.directory);
      return file;
    } catch (error) {
      // The log may go on in the segment that it has.
      file.close();
      removeQuietly(this.#files, path);
      throw error;
    }
  }

  #append(bytes: Buffer): void {
    try {
      appendAll(this.#segment.file, bytes);
    } catch (error) {
      const failure = systemFailure(error, "writing records");
      try {
        this.#files.truncate(this.#paths.segment(this.#segment.number), this.#size);
      } catch {
        this.#poison = failure;
      }
      if (failure.code !== "journal_full") this.#poison = failure;
      throw failure;
    }
  }

  #checkUnchanged(): void {
    const path = this.#paths.segment(this.#segment.number);
    const { size } = this.#segment.file.status();
    if (size === this.#size && this.#files.identity(path) === this.#identity) return;
    this.#poison = new JournalError({
      code: "journal_changed",
      message: `${path} was changed by something else while it was being written.`,
      hint: "Work in a new session; `perspt journal verify` tells what is left of this one.",
    });
    throw this.#poison;
  }

  /** Whatever was queued behind a batch that failed was folded on top of it, and fails with it. */
  #fail(error: unknown, batch: readonly QueuedRecord[]): void {
    const failure = systemFailure(error, "writing records");
    if (failure.code !== "journal_full") this.#poison ??= failure;
    this.#events.failed(failure, [...batch, ...this.#queue.splice(0)]);
  }
}

function segmentText(number: number, prev: string): string {
  return bodyText(inEmptyFrame({ type: "segment", number, prev }));
}

/** Sets the reserve aside, where there is room for it; the journal does without where there is none. */
export async function keepReserve(files: FileSystem, path: string, bytes: number): Promise<void> {
  try {
    if (files.status(path).kind === "missing") {
      await replaceFile(files, path, Buffer.alloc(bytes, "perspt "));
    }
  } catch {}
}
