import { isJsonObject } from "@perspt/json";
import type { CallId } from "./call-guard.js";
import type { McpServerEvent } from "./server-event.js";

/** Longest message of a progress event, in characters; the rest is cut (P4). */
export const MAX_PROGRESS_MESSAGE = 1024;

/**
 * Reads the progress notifications of one request as events of its call. Null for one that is malformed, or that does not go forward,
 * which is dropped (P2).
 */
export function progressReader(
  call: CallId,
): (notification: unknown) => Extract<McpServerEvent, { readonly type: "progress" }> | null {
  let last = Number.NEGATIVE_INFINITY;
  return (notification) => {
    if (!isJsonObject(notification)) return null;
    const { progress, total, message } = notification;
    if (typeof progress !== "number" || !(progress > last)) return null;
    last = progress;
    return {
      type: "progress",
      call,
      progress,
      total: typeof total === "number" && total > 0 ? total : null,
      message:
        typeof message === "string" ? message.slice(0, MAX_PROGRESS_MESSAGE).toWellFormed() : null,
    };
  };
}
