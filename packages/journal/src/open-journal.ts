import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { BlobStore } from "./blob-store.js";
import type { FileSystem } from "./file-system.js";
import { EMPTY_STATE, fold } from "./fold.js";
import type { Journal, Recovery } from "./journal.js";
import { JournalError } from "./journal-error.js";
import type { JournalState } from "./journal-state.js";
import { keepReserve } from "./journal-writer.js";
import { isUnfinishedSegment, loadLog, refusalOf, unsafe } from "./load-log.js";
import { FIRST_PREVIOUS_HASH } from "./log-line.js";
import { nodeFileSystem } from "./node-file-system.js";
import type { SessionHeader } from "./records/journal-entry.js";
import { Redactor } from "./redact.js";
import { replaceFile } from "./replace-file.js";
import { SessionJournal } from "./session-journal.js";
import {
  type SessionPaths,
  segmentNumber,
  sessionPaths,
  sessionsDirectory,
} from "./session-paths.js";
import { systemFailure } from "./system-failure.js";
import { type AcquireLock, acquireSystemLock } from "./writer-lock.js";

export interface OpenJournalOptions {
  /** Where all state lies (`perspt config path`), absolute. */
  readonly stateDirectory: string;
  /** A new session needs a name that is not taken; an existing one is continued. */
  readonly session:
    | { readonly kind: "new"; readonly id: string; readonly header: SessionHeader }
    | { readonly kind: "existing"; readonly id: string };
  /** Values of mapped variables and headers: never written, in any spelling. */
  readonly secrets: readonly string[];
  readonly clock?: { now(): number };
  /** The disk, and the lock on it; for tests and simulation. */
  readonly files?: FileSystem;
  readonly acquireLock?: AcquireLock;
}

const KEY_BYTES = 32;

/** A name for a new session: sorts by time, and cannot be guessed (T76). */
export function newSessionId(now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return `${stamp}-${randomBytes(4).toString("hex")}`;
}

/**
 * Creates a session's directory, or continues it after its log was read and verified. When it resolves, the session's header is durable
 * and nobody else can write it. What a crash left unfinished is set aside first; what is damaged is refused, and nothing of it is touched.
 * Rejects with a `JournalError`.
 */
export async function openJournal(options: OpenJournalOptions): Promise<Journal> {
  const files = options.files ?? nodeFileSystem;
  const paths = sessionPaths(options.stateDirectory, options.session.id);
  const parts = {
    files,
    paths,
    session: options.session.id,
    clock: options.clock ?? { now: () => Date.now() },
  };
  try {
    if (options.session.kind === "new") await createDirectory(files, options, paths);
    const identity = files.identity(paths.directory);
    const lock = await (options.acquireLock ?? acquireSystemLock)({
      session: options.session.id,
      directory: paths.directory,
      identity: identity ?? paths.directory,
    });
    try {
      const key = await redactionKey(files, paths);
      const redactor = new Redactor({ key: key.bytes, secrets: options.secrets });
      const blobs = new BlobStore(files, paths.blobs);
      await keepReserve(files, paths.reserve).catch(() => {});
      if (options.session.kind === "new") {
        const file = files.create(paths.segment(1));
        files.syncDirectory(paths.directory);
        files.syncDirectory(dirname(paths.directory));
        const journal = new SessionJournal({
          ...parts,
          lock,
          redactor,
          blobs,
          state: EMPTY_STATE,
          recovery: null,
          start: {
            head: { seq: 0, hash: FIRST_PREVIOUS_HASH },
            segment: { number: 1, file },
          },
        });
        await journal.begin(options.session.header);
        return journal;
      }
      const recovered = await recover(files, paths, options.session.id);
      const journal = new SessionJournal({ ...parts, lock, redactor, blobs, ...recovered });
      if (key.kind === "new") await journal.rekey();
      return journal;
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw systemFailure(error, "opening the session");
  }
}

async function createDirectory(
  files: FileSystem,
  { stateDirectory, session }: OpenJournalOptions,
  { directory }: SessionPaths,
): Promise<void> {
  const parent = sessionsDirectory(stateDirectory);
  files.makeDirectories(parent);
  if (files.status(parent).kind !== "directory")
    throw unsafe(parent, "is not a directory of its own");
  try {
    files.makeDirectory(directory);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new JournalError({
      code: "session_exists",
      message: `A session ${session.id} is there already.`,
      hint: "Choose another id.",
      cause: error,
    });
  }
}

/** The session's key; a new one where there is none, which an existing session then says in its log. */
async function redactionKey(
  files: FileSystem,
  { key }: SessionPaths,
): Promise<{ readonly kind: "kept" | "new"; readonly bytes: Buffer }> {
  if (files.status(key).kind === "file") {
    const bytes = files.read(key);
    if (bytes.length === KEY_BYTES) return { kind: "kept", bytes };
    files.remove(key);
  }
  const bytes = randomBytes(KEY_BYTES);
  await replaceFile(files, key, bytes);
  return { kind: "new", bytes };
}

interface Recovered {
  readonly state: JournalState;
  readonly recovery: Recovery | null;
  readonly start: ConstructorParameters<typeof SessionJournal>[0]["start"];
}

/** Sets aside what a crash left after the last whole record, and opens the log behind it. */
async function recover(
  files: FileSystem,
  paths: SessionPaths,
  session: string,
): Promise<Recovered> {
  const { segments, scan, verdict } = loadLog(files, paths, session);
  const refusal = refusalOf(verdict, session);
  if (refusal !== null) throw refusal;
  let recovery: Recovery | null = null;
  const last = segments.at(-1);
  let lastNumber = last === undefined ? 0 : (segmentNumber(last.name) ?? 0);
  if (verdict.kind === "unfinished_tail") {
    const { segment, offset } = verdict.at;
    const number = segmentNumber(segment) ?? 0;
    const bytes = segments.find(({ name }) => name === segment)?.bytes.subarray(offset);
    const keptAt = `${paths.segment(number)}.torn-${Date.now()}`;
    if (bytes !== undefined && bytes.length > 0) {
      await replaceFile(files, keptAt, Buffer.from(bytes));
      recovery = { bytes: bytes.length, keptAt };
    }
    files.truncate(paths.segment(number), offset);
  }
  // A last segment without its first line is what an interrupted roll leaves.
  if (
    last !== undefined &&
    lastNumber > 1 &&
    (isUnfinishedSegment(last) || cutWhole(verdict, last.name))
  ) {
    files.remove(paths.segment(lastNumber));
    files.syncDirectory(paths.directory);
    lastNumber -= 1;
  }
  if (lastNumber === 0 || scan.head.seq === 0) {
    throw new JournalError({
      code: "journal_corrupt",
      message: `Session ${session} has no record that can be read.`,
      hint: "Nothing was acknowledged in it; work in a new session.",
    });
  }
  return {
    state: scan.records.reduce(fold, EMPTY_STATE),
    recovery,
    start: {
      head: scan.head,
      segment: { number: lastNumber, file: files.open(paths.segment(lastNumber)) },
    },
  };
}

function cutWhole(verdict: ReturnType<typeof loadLog>["verdict"], segment: string): boolean {
  return (
    verdict.kind === "unfinished_tail" && verdict.at.segment === segment && verdict.at.offset === 0
  );
}
