import { JournalError, type JournalErrorCode } from "./journal-error.js";
import { systemCode } from "./system-code.js";

const CODES: Readonly<Record<string, JournalErrorCode>> = {
  ENOSPC: "journal_full",
  EDQUOT: "journal_full",
  EROFS: "journal_readonly",
  EACCES: "journal_readonly",
  EPERM: "journal_readonly",
};

const HINTS: Readonly<Partial<Record<JournalErrorCode, string>>> = {
  journal_full: "Make room on that disk; nothing was sent.",
  journal_readonly:
    "Make the directory writable for yourself, or set PERSPT_STATE_DIR to one that is.",
};

/** A failure of the disk as the journal tells it. */
export function systemFailure(error: unknown, doing: string): JournalError {
  if (error instanceof JournalError) return error;
  const code = CODES[String(systemCode(error))] ?? "journal_unavailable";
  const reason = error instanceof Error ? error.message : String(error);
  return new JournalError({
    code,
    message: `The journal cannot be written while ${doing}: ${reason}`,
    hint: HINTS[code] ?? "Check the disk; `perspt config path` shows where journals are kept.",
    cause: error,
  });
}
