/** Why a journal cannot be written or read. Stable. */
export type JournalErrorCode =
  /** Another process, or another opening in this one, writes this session. */
  | "journal_locked"
  /** A record below the acknowledged ones does not verify. */
  | "journal_corrupt"
  /** The log is shorter than its anchor: acknowledged records are gone. */
  | "journal_lost_data"
  /** No space is left. Nothing of what was refused was written. */
  | "journal_full"
  /** The directory or its file system cannot be written. */
  | "journal_readonly"
  /** The file was changed, moved or shortened under the writer. */
  | "journal_changed"
  /** Any other failure to write or read; after it, this writer writes nothing more. */
  | "journal_unavailable"
  | "journal_closed"
  /** The journal is of a major version that this program does not know. */
  | "unsupported_version"
  /** A payload's blob is not there. Holds for that record alone. */
  | "blob_missing"
  /** A payload's blob is not what its name says. Holds for that record alone. */
  | "blob_corrupt"
  | "session_exists"
  | "session_not_found"
  | "invalid_session_id"
  /** A link, another owner, or permissions that let others in. */
  | "unsafe_path"
  /** The entry breaks the contract of its type, or is too large even with its payloads set apart. */
  | "invalid_entry"
  /** A leg, an outcome or a resolution names an intent that is not open. */
  | "intent_not_open";

/** The one error of this package. Messages and hints are for people and hold no secret. */
export class JournalError extends Error {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;
  /** What to do about it; null where there is nothing. */
  readonly hint: string | null;

  constructor(options: {
    readonly code: JournalErrorCode;
    readonly message: string;
    readonly hint?: string | null;
    readonly cause?: unknown;
  }) {
    super(options.message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = options.code;
    this.hint = options.hint ?? null;
  }
}
