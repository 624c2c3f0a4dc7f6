import type { TransportError } from "@perspt/transport";
import type { CallError, CallOutcome, ClientCallError } from "./call-outcome.js";
import { excerpt } from "./excerpt.js";
import type { WireReply } from "./wire-reply.js";

/** Every end of a request but a result. */
export type WireFailure = Exclude<WireReply, { readonly kind: "result" }>;

/** What is known of a call's earlier legs: none was written, the server turned all of them away, or one may have had an effect. */
export type EarlierLegs = "none" | "turned_away" | "may_have_run";

/** JSON-RPC errors that a server gives before it does anything (governance.md, Outcomes). */
const ERRORS_BEFORE_RUNNING: ReadonlySet<number> = new Set([
  -32700, -32601, -32020, -32021, -32022,
]);

/** HTTP statuses that say the request was not taken on. */
const STATUSES_BEFORE_RUNNING: ReadonlySet<number> = new Set([
  401, 403, 404, 405, 406, 413, 415, 429, 431,
]);

/** What a leg that brought no result means for its call: the table of governance.md, Outcomes. Pure and total. */
export function classifyFailure(failure: WireFailure, earlier: EarlierLegs): CallOutcome {
  switch (failure.kind) {
    case "server_error":
      return serverError(failure, !ERRORS_BEFORE_RUNNING.has(failure.code), earlier);
    case "link_failed":
      return linkFailed(failure.error, earlier);
    case "timed_out":
      return unanswered(failure.written, earlier, {
        code: "timeout",
        message: `No answer came within ${failure.timeoutMs} ms.`,
        hint: "Raise timeout_ms in this server's table if it needs longer.",
        serverError: null,
      });
    case "deadline_passed":
      return unanswered(failure.written, earlier, {
        code: "deadline_passed",
        message: `The call did not end within ${failure.deadlineMs} ms, its input rounds and task polls included.`,
        hint: "Increase the overall deadline deliberately or fix the server. The deadline is max_task_wait_ms in this server's table.",
        serverError: null,
      });
    case "cancelled":
      return cancelled(failure.written, earlier);
    case "invalid":
      return unanswered(failure.written, earlier, {
        code: "invalid_result",
        message: `The server's answer cannot be used: ${failure.reason}.`,
        hint: null,
        serverError: null,
      });
  }
}

/** A call that its caller gave up: refused as long as nothing of it had been written. */
export function cancelled(written: boolean, earlier: EarlierLegs): CallOutcome {
  if (!written && earlier === "none") {
    return refused({
      code: "cancelled_before_send",
      message: "The call was cancelled before anything was sent.",
      hint: null,
      serverError: null,
    });
  }
  return unanswered(written, earlier, {
    code: "cancelled",
    message: "The call was cancelled after it had been sent.",
    hint: null,
    serverError: null,
  });
}

function serverError(
  { code, message }: { readonly code: number; readonly message: string },
  mayRunBeside: boolean,
  earlier: EarlierLegs,
): CallOutcome {
  const mayHaveRun = mayRunBeside || earlier === "may_have_run";
  return {
    kind: "failed",
    mayHaveRun,
    error: {
      code: "server_error",
      message: `The server answered with error ${code}: ${excerpt(message)}.`,
      hint: mayHaveRun
        ? "It may have acted before it failed; this is not repeated by itself."
        : null,
      serverError: { code, message },
    },
  };
}

function linkFailed(error: TransportError, earlier: EarlierLegs): CallOutcome {
  const { code, message, hint, refusal } = error;
  const callError: ClientCallError = {
    code,
    message,
    hint,
    serverError: error.serverError ?? null,
  };
  if (code === "write_refused") {
    const told =
      refusal === undefined
        ? callError
        : { ...callError, code: refusal.code, message: refusal.reason };
    return earlier === "none" ? refusedAsTold(told) : uncertainAsTold(told);
  }
  const turnedAway = error.status !== undefined && STATUSES_BEFORE_RUNNING.has(error.status);
  if (error.serverError !== undefined) {
    const mayRunBeside = !turnedAway && !ERRORS_BEFORE_RUNNING.has(error.serverError.code);
    return serverError(error.serverError, mayRunBeside, earlier);
  }
  return unanswered(error.mayHaveRun && !turnedAway, earlier, callError);
}

/** What was never written cannot have run; what was written and not answered may have. */
function unanswered(written: boolean, earlier: EarlierLegs, error: ClientCallError): CallOutcome {
  return written || earlier === "may_have_run"
    ? uncertain(error)
    : { kind: "failed", mayHaveRun: false, error };
}

export function uncertain(error: ClientCallError, taskId: string | null = null): CallOutcome {
  return uncertainAsTold(error, taskId);
}

export function refused(error: ClientCallError): CallOutcome {
  return refusedAsTold(error);
}

/** Under the code of whoever said no: a guard, a sampling provider. */
export function uncertainAsTold(error: CallError, taskId: string | null = null): CallOutcome {
  return { kind: "uncertain", mayHaveRun: true, error, taskId };
}

export function refusedAsTold(error: CallError): CallOutcome {
  return { kind: "refused", mayHaveRun: false, error };
}
