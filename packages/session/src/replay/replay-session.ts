import { JournalError, type JournalErrorCode, type JournalReading } from "@perspt/journal";
import type { Digest } from "@perspt/json";
import { compareCall } from "./compare-call.js";
import { compareOrigin } from "./compare-origin.js";
import type { Divergence } from "./divergence.js";
import { readHistory } from "./session-history.js";
import { type TranscriptEntry, transcriptHash, transcriptOf } from "./transcript.js";

/** What comes of replaying a session. */
export type SessionReplay =
  /** Every decision came out as it is recorded; the transcript is what the model said and what the session showed. */
  | {
      readonly kind: "same";
      readonly transcript: readonly TranscriptEntry[];
      readonly transcriptHash: Digest;
    }
  /** The first call that did not, with both sides; the calls before it did. */
  | { readonly kind: "diverged"; readonly callsBefore: number; readonly divergence: Divergence }
  /** A long value that a record names is not on the disk as it was written. */
  | { readonly kind: "incomplete"; readonly code: JournalErrorCode; readonly message: string };

/**
 * Replays a recorded session: decides every call again from what was known then, holds it against the model's turn that it came from,
 * and takes every turn and outcome from the record. It opens no socket, starts no process, reads no clock and needs no secret; it never reconnects. Throws nothing for what stands in a journal.
 */
export function replaySession(reading: Pick<JournalReading, "records" | "load">): SessionReplay {
  const { load } = reading;
  const history = readHistory(reading);
  try {
    for (const [callsBefore, call] of history.calls.entries()) {
      const divergence = compareCall(call, history, load) ?? compareOrigin(call, history, load);
      if (divergence !== null) return { kind: "diverged", callsBefore, divergence };
    }
    const transcript = transcriptOf(history, load);
    return { kind: "same", transcript, transcriptHash: transcriptHash(transcript) };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { kind: "incomplete", code: error.code, message: error.message };
  }
}
