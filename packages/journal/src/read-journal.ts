import type { JsonValue } from "@perspt/json";
import { BlobStore } from "./blob-store.js";
import type { FileSystem } from "./file-system.js";
import { StateFold } from "./fold.js";
import type { RecordPosition } from "./journal.js";
import { JournalError } from "./journal-error.js";
import type { Doubt, JournalState } from "./journal-state.js";
import { type LogVerdict, loadLog } from "./load-log.js";
import { nodeFileSystem } from "./node-file-system.js";
import type { JournalRecord } from "./records/journal-record.js";
import type { Payload } from "./records/payload.js";
import { sessionPaths, sessionsDirectory, unsettledDirectory } from "./session-paths.js";
import { isSystemLockHeld } from "./writer-lock.js";

export interface ReadJournalOptions {
  readonly stateDirectory: string;
  readonly session: string;
  readonly files?: FileSystem;
}

/** A session as it stands on the disk. */
export interface JournalReading extends JournalVerification {
  /** Every record up to the first that does not verify. */
  readonly records: readonly JournalRecord[];
}

/** What is known of a session once every record of it was looked at. */
export interface JournalVerification {
  readonly session: string;
  readonly head: RecordPosition;
  /** The last record that is known to have been durable; null where none is named. */
  readonly anchor: RecordPosition | null;
  /** `unfinished_tail` is what a crash leaves and the next opening sets aside; everything else but `ok` is refused by it. */
  readonly verdict: LogVerdict;
  /** The fold of the records. */
  readonly state: JournalState;
  /** Throws `blob_missing` or `blob_corrupt`, which hold for that record alone. */
  load(payload: Payload): JsonValue;
}

/** Reads and verifies a session without changing or locking anything. Throws a `JournalError` when there is none to read. */
export function readJournal({
  stateDirectory,
  session,
  files = nodeFileSystem,
}: ReadJournalOptions): JournalReading {
  const records: JournalRecord[] = [];
  const take = (record: JournalRecord): void => {
    records.push(record);
  };
  return { ...verifyJournal({ stateDirectory, session, files }, take), records };
}

/**
 * Reads and verifies a session like `readJournal`, and hands on each record that verifies in place of keeping it: the memory that it takes
 * does not grow with the log. What `take` throws comes out. Throws a `JournalError` when there is none to read.
 */
export function verifyJournal(
  { stateDirectory, session, files = nodeFileSystem }: ReadJournalOptions,
  take: (record: JournalRecord) => void,
): JournalVerification {
  const paths = sessionPaths(stateDirectory, session);
  const state = new StateFold();
  const { scan, anchor, verdict } = loadLog(files, paths, session, (record) => {
    state.take(record);
    take(record);
  });
  const blobs = new BlobStore(files, paths.blobs);
  return {
    session,
    head: scan.head,
    anchor,
    verdict,
    state: state.snapshot(),
    load: (payload) => blobs.load(payload),
  };
}

export interface SessionSelection {
  readonly stateDirectory: string;
  readonly files?: FileSystem;
}

/** Names of the sessions in a state directory, oldest first; empty where there is none. */
export function listSessions({
  stateDirectory,
  files = nodeFileSystem,
}: SessionSelection): readonly string[] {
  const directory = sessionsDirectory(stateDirectory);
  if (files.status(directory).kind !== "directory") return [];
  return files.list(directory);
}

export interface PendingDoubt {
  readonly session: string;
  readonly doubt: Doubt;
}

/** Sessions that may have open doubts, oldest first; only these need to be read to find them. */
export function unsettledSessions({
  stateDirectory,
  files = nodeFileSystem,
}: SessionSelection): readonly string[] {
  const directory = unsettledDirectory(stateDirectory);
  if (files.status(directory).kind !== "directory") return [];
  const known = new Set(listSessions({ stateDirectory, files }));
  return files.list(directory).filter((session) => known.has(session));
}

/** The open doubts of every session that can be read; those that cannot are `unsettledSessions` all the same. */
export function pendingDoubts(selection: SessionSelection): readonly PendingDoubt[] {
  return unsettledSessions(selection).flatMap((session) =>
    doubtsOf({ ...selection, session }).map((doubt) => ({ session, doubt })),
  );
}

function doubtsOf(options: ReadJournalOptions): readonly Doubt[] {
  try {
    return [...readJournal(options).state.doubts.values()];
  } catch (error) {
    if (error instanceof JournalError) return [];
    throw error;
  }
}

/** Whether a process writes the session now: what has no outcome in it may just be running. */
export async function hasWriter({
  stateDirectory,
  session,
  files = nodeFileSystem,
}: ReadJournalOptions): Promise<boolean> {
  const { directory } = sessionPaths(stateDirectory, session);
  return isSystemLockHeld({ directory, identity: files.identity(directory) ?? directory });
}
