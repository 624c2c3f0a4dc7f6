import type { TransportError } from "@perspt/transport";
import type { CallError, CallOutcome } from "./call-outcome.js";
import { excerpt } from "./excerpt.js";
import type { WireReply } from "./wire-reply.js";

/** Every end of a request but a result. */
export type WireFailure = Exclude<WireReply, { readonly kind: "result" }>;

/** JSON-RPC errors that a server gives before it does anything (governance.md, Outcomes). */
const ERRORS_BEFORE_RUNNING: ReadonlySet<number> = new Set([
  -32700, -32601, -32020, -32021, -32022,
]);

/** HTTP statuses that say the request was not taken on. */
const STATUSES_BEFORE_RUNNING: ReadonlySet<number> = new Set([
  401, 403, 404, 405, 406, 413, 415, 429, 431,
]);

/**
 * What a request that brought no result means for its call: the table of governance.md, Outcomes. `sentBefore` tells whether an earlier
 * leg of the same call was written, after which nothing can be called refused any more.
 */
export function classifyFailure(failure: WireFailure, sentBefore: boolean): CallOutcome {
  switch (failure.kind) {
    case "server_error":
      return serverError(failure, sentBefore);
    case "link_failed":
      return linkFailed(failure.error, sentBefore);
    case "timed_out":
      return unanswered(failure.written || sentBefore, {
        code: "timeout",
        message: `No answer came within ${failure.timeoutMs} ms.`,
        hint: "Raise timeout_ms in this server's table if it needs longer.",
        serverError: null,
      });
    case "deadline_passed":
      return unanswered(failure.written || sentBefore, {
        code: "deadline_passed",
        message: `The call did not end within ${failure.deadlineMs} ms, its input rounds and task polls included.`,
        hint: "Raise max_task_wait_ms in this server's table if it needs longer.",
        serverError: null,
      });
    case "cancelled":
      return failure.written || sentBefore
        ? uncertain({
            code: "cancelled",
            message: "The call was cancelled after it had been sent.",
            hint: null,
            serverError: null,
          })
        : refused({
            code: "cancelled_before_send",
            message: "The call was cancelled before anything was sent.",
            hint: null,
            serverError: null,
          });
    case "invalid":
      return unanswered(failure.written || sentBefore, {
        code: "invalid_result",
        message: `The server's answer cannot be used: ${failure.reason}.`,
        hint: null,
        serverError: null,
      });
  }
}

function serverError(
  { code, message }: Extract<WireFailure, { readonly kind: "server_error" }>,
  sentBefore: boolean,
): CallOutcome {
  const mayHaveRun = sentBefore || !ERRORS_BEFORE_RUNNING.has(code);
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

function linkFailed(error: TransportError, sentBefore: boolean): CallOutcome {
  const callError: CallError = {
    code: error.refusal?.code ?? error.code,
    message: error.refusal?.reason ?? error.message,
    hint: error.hint,
    serverError: error.serverError ?? null,
  };
  if (error.code === "write_refused") {
    return sentBefore ? uncertain(callError) : refused(callError);
  }
  if (error.serverError !== undefined) {
    return serverError({ kind: "server_error", data: undefined, ...error.serverError }, sentBefore);
  }
  const wasTurnedAway =
    !error.mayHaveRun || (error.status !== undefined && STATUSES_BEFORE_RUNNING.has(error.status));
  return wasTurnedAway && !sentBefore
    ? { kind: "failed", mayHaveRun: false, error: callError }
    : uncertain(callError);
}

/** What was never written cannot have run; what was written and not answered may have. */
function unanswered(written: boolean, error: CallError): CallOutcome {
  return written ? uncertain(error) : { kind: "failed", mayHaveRun: false, error };
}

export function uncertain(error: CallError, taskId: string | null = null): CallOutcome {
  return { kind: "uncertain", mayHaveRun: true, error, taskId };
}

export function refused(error: CallError): CallOutcome {
  return { kind: "refused", mayHaveRun: false, error };
}
