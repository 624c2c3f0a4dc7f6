import { JournalError } from "@perspt/journal";
import type { CallOutcome } from "@perspt/mcp-client";
import type { Refusal } from "./call-refusal.js";

/** The end of a call whose execution threw, which breaks its contract: it may have done anything up to there. */
export function failureOf(error: unknown): CallOutcome {
  return {
    kind: "failed",
    mayHaveRun: true,
    error: {
      code: "operation_threw",
      message: `The operation ended by an unexpected error: ${messageOf(error)}`,
      hint: "This is a fault of the program that runs the operation; please report it.",
      serverError: null,
    },
  };
}

/** Why nothing could be written down, so that nothing was sent. */
export function journalRefusal(error: unknown): Refusal {
  if (error instanceof JournalError) {
    return { code: error.code, message: error.message, hint: error.hint };
  }
  return {
    code: "journal_unavailable",
    message: `The journal could not be written, so nothing was sent: ${messageOf(error)}`,
    hint: "Run `perspt config path` to see where journals are kept, and check that directory.",
  };
}

/** What is shown in place of an outcome that could not be made durable. */
export function unrecordedOutcome(outcome: CallOutcome, error: unknown): CallOutcome {
  if (!outcome.mayHaveRun) return outcome;
  return {
    kind: "uncertain",
    mayHaveRun: true,
    taskId: outcome.kind === "uncertain" ? outcome.taskId : null,
    error: {
      code: "outcome_not_recorded",
      message: `The call was sent and answered, but its outcome could not be written down: ${messageOf(error)}`,
      hint: "Do not repeat the call before you know what it did. Make room for the journal, then run `perspt journal verify`.",
      serverError: null,
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
