import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { BlobStore } from "./blob-store.js";
import type { FileSystem } from "./file-system.js";
import { StateFold } from "./fold.js";
import type { Journal } from "./journal.js";
import { JournalError } from "./journal-error.js";
import { JOURNAL_LIMITS, type JournalLimits } from "./journal-limits.js";
import { keepReserve } from "./journal-writer.js";
import { unsafe } from "./load-log.js";
import { FIRST_PREVIOUS_HASH } from "./log-line.js";
import { makeDirectories } from "./make-directories.js";
import { nodeFileSystem } from "./node-file-system.js";
import type { SessionHeader } from "./records/journal-entry.js";
import { recoverLog } from "./recover-log.js";
import { Redactor } from "./redact.js";
import { replaceFile } from "./replace-file.js";
import { SessionJournal } from "./session-journal.js";
import { type SessionPaths, sessionPaths } from "./session-paths.js";
import { systemCode } from "./system-code.js";
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
  readonly limits?: JournalLimits;
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
  const { stateDirectory, session } = options;
  const files = options.files ?? nodeFileSystem;
  const limits = options.limits ?? JOURNAL_LIMITS;
  const paths = sessionPaths(stateDirectory, session.id);
  try {
    if (session.kind === "new") createDirectory(files, session.id, paths);
    const lock = await (options.acquireLock ?? acquireSystemLock)({
      session: session.id,
      directory: paths.directory,
      identity: files.identity(paths.directory) ?? paths.directory,
    });
    const parts = {
      files,
      paths,
      session: session.id,
      clock: options.clock ?? { now: () => Date.now() },
      lock,
      blobs: new BlobStore(files, paths.blobs),
      secrets: options.secrets,
      limits,
    };
    try {
      return session.kind === "new"
        ? await beginSession(parts, session.header)
        : await continueSession(parts);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw systemFailure(error, "opening the session");
  }
}

type SessionParts = Pick<
  ConstructorParameters<typeof SessionJournal>[0],
  "files" | "paths" | "session" | "clock" | "lock" | "blobs" | "limits"
> & { readonly secrets: readonly string[] };

function createDirectory(files: FileSystem, session: string, { directory }: SessionPaths): void {
  const parent = dirname(directory);
  makeDirectories(files, parent);
  if (files.status(parent).kind !== "directory")
    throw unsafe(parent, "is not a directory of its own");
  try {
    files.makeDirectory(directory);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    throw new JournalError({
      code: "session_exists",
      message: `A session ${session} is there already.`,
      hint: "Choose another id.",
      cause: error,
    });
  }
}

async function beginSession(parts: SessionParts, header: SessionHeader): Promise<Journal> {
  const { files, paths, secrets, limits } = parts;
  const key = randomBytes(KEY_BYTES);
  await replaceFile(files, paths.key, key);
  await keepReserve(files, paths.reserve, limits.reserveBytes);
  const file = files.create(paths.segment(1));
  files.syncDirectory(paths.directory);
  files.syncDirectory(dirname(paths.directory));
  const journal = new SessionJournal({
    ...parts,
    redactor: new Redactor({ key, secrets }),
    state: new StateFold(),
    recovery: null,
    start: { head: { seq: 0, hash: FIRST_PREVIOUS_HASH }, segment: { number: 1, file } },
  });
  await journal.begin(header);
  return journal;
}

async function continueSession(parts: SessionParts): Promise<Journal> {
  const { files, paths, session, secrets, limits } = parts;
  const recovered = await recoverLog(files, paths, session);
  await keepReserve(files, paths.reserve, limits.reserveBytes);
  const kept = readKey(files, paths.key);
  const key = kept ?? randomBytes(KEY_BYTES);
  const redactor = new Redactor({ key, secrets });
  const journal = new SessionJournal({ ...parts, redactor, ...recovered });
  if (kept === null) {
    // Said before it is so: a crash in between says it twice, and never not at all.
    await journal.rekey();
    await replaceFile(files, paths.key, key);
  }
  return journal;
}

/** The session's key; null where it was lost. */
function readKey(files: FileSystem, path: string): Buffer | null {
  if (files.status(path).kind !== "file") return null;
  const bytes = files.read(path);
  return bytes.length === KEY_BYTES ? bytes : null;
}
