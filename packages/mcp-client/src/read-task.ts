import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { WireFailure } from "./classify-failure.js";
import { isServerErrorObject } from "./server-error-object.js";
import { wordIn } from "./word-in.js";

/** Bounds of a server's poll hint, and what is used where it gives none, in milliseconds (J8, T67). */
export const MIN_POLL_MS = 250;
export const MAX_POLL_MS = 30_000;
export const DEFAULT_POLL_MS = 1000;

/** What `tasks/get` answered, with the pause before the next poll. */
export type TaskState = { readonly delayMs: number } & (
  | { readonly kind: "working" }
  | { readonly kind: "input_required"; readonly inputRequests: JsonObject }
  | { readonly kind: "completed"; readonly result: JsonObject }
  | {
      readonly kind: "failed";
      readonly error: { readonly code: number; readonly message: string };
    }
  | { readonly kind: "cancelled" }
);

export type TaskReading = TaskState | { readonly kind: "malformed"; readonly reason: string };

/** Reads a task's state (J3, J6, J7). Pure and total. */
export function readTask(task: JsonObject, taskId: string): TaskReading {
  if (task["taskId"] !== taskId) return malformed("its state names another task");
  const delayMs = pollDelay(task["pollIntervalMs"]);
  switch (wordIn(task["status"])) {
    case "working":
      return { kind: "working", delayMs };
    case "cancelled":
      return { kind: "cancelled", delayMs };
    case "input_required": {
      const { inputRequests } = task;
      return isJsonObject(inputRequests)
        ? { kind: "input_required", delayMs, inputRequests }
        : malformed("it asks for input without saying which");
    }
    case "completed": {
      const { result } = task;
      if (!isJsonObject(result)) return malformed("it is completed without a result");
      // The result within a task may or may not say that it is complete (J7).
      const { resultType: _, ...rest } = result;
      return { kind: "completed", delayMs, result: rest };
    }
    case "failed": {
      const { error } = task;
      return isServerErrorObject(error)
        ? { kind: "failed", delayMs, error: { code: error.code, message: error.message } }
        : malformed("it failed without saying why");
    }
    default:
      return malformed("its status is not known");
  }
}

/** The server's hint within bounds (J8). */
export function pollDelay(hint: JsonValue | undefined): number {
  const wished = typeof hint === "number" ? hint : DEFAULT_POLL_MS;
  return Math.min(Math.max(wished, MIN_POLL_MS), MAX_POLL_MS);
}

/** Failures of the link, not of the task, after which a poll is made again (J15). */
const PASSING_CODES: ReadonlySet<string> = new Set([
  "stream_ended",
  "connection_lost",
  "unreachable",
  "rate_limited",
]);

/**
 * The pause before a failed poll is made again; null when it is the end. A server that asks to be left alone is heard (H20). Over stdio
 * the link is the process, and does not come back.
 */
export function transientDelay(
  reply: WireFailure,
  transport: "stdio" | "streamable_http",
): number | null {
  switch (reply.kind) {
    case "timed_out":
      return DEFAULT_POLL_MS;
    case "link_failed": {
      const { code, status = 0, retryAfter } = reply.error;
      const isPassing = status >= 500 || PASSING_CODES.has(code);
      if (transport === "stdio" || !isPassing) return null;
      return pollDelay(retryAfter);
    }
    case "server_error":
    case "deadline_passed":
    case "cancelled":
    case "invalid":
      return null;
  }
}

function malformed(reason: string): TaskReading {
  return { kind: "malformed", reason };
}
