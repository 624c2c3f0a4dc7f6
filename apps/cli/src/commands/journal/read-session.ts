import { JournalError, type JournalReading, readJournal } from "@perspt/journal";
import type { Failure } from "../../output/command-result.js";

export type SessionReading =
  | { readonly kind: "read"; readonly reading: JournalReading }
  | { readonly kind: "unreadable"; readonly failure: Failure };

/** Reads one session from the disk, changing nothing. Never throws for anything that lies there. */
export function readSession(stateDirectory: string, session: string): SessionReading {
  try {
    return { kind: "read", reading: readJournal({ stateDirectory, session }) };
  } catch (error) {
    return { kind: "unreadable", failure: journalFailure(error) };
  }
}

/** Why a journal cannot be read or written, for people. */
export function journalFailure(error: unknown): Failure {
  if (error instanceof JournalError) {
    const { code, message, hint } = error;
    return { code, message, hint };
  }
  return {
    code: "journal_unavailable",
    message: `The journal cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    hint: "`perspt config path` shows where journals are kept; check that directory.",
  };
}
