import type { JsonObject } from "@perspt/json";
import type { CallId } from "./call-guard.js";
import type { ProgressFault } from "./diagnostic-code.js";
import type { McpServerEvent } from "./server-event.js";

/** Longest message of a progress event, in characters; the rest is cut (P4). */
export const MAX_PROGRESS_MESSAGE = 1024;

export type ProgressEvent = Extract<McpServerEvent, { readonly type: "progress" }>;

export type ProgressReading =
  | { readonly kind: "event"; readonly event: ProgressEvent }
  /** Dropped and counted under this code (P2). */
  | { readonly kind: "dropped"; readonly code: ProgressFault };

/** A request that asks for progress, until `close`. */
export interface ProgressToken {
  readonly token: string;
  readonly close: () => void;
}

interface OpenToken {
  readonly call: CallId;
  last: number;
}

/** Gives each request a token of its own, and reads what comes in under it as its call's progress (P1, P2). */
export class ProgressTokens {
  readonly #open = new Map<unknown, OpenToken>();
  #given = 0;

  open(call: CallId): ProgressToken {
    this.#given += 1;
    const token = `progress-${this.#given}`;
    this.#open.set(token, { call, last: Number.NEGATIVE_INFINITY });
    return { token, close: () => this.#open.delete(token) };
  }

  /** Progress goes forward: what does not is dropped. A total or message that is odd is left out (P4). */
  read({ progressToken, progress, total, message }: JsonObject): ProgressReading {
    const open = this.#open.get(progressToken);
    if (open === undefined) return { kind: "dropped", code: "unknown_progress_token" };
    if (typeof progress !== "number" || !(progress > open.last)) {
      return { kind: "dropped", code: "invalid_progress" };
    }
    open.last = progress;
    return {
      kind: "event",
      event: {
        type: "progress",
        call: open.call,
        progress,
        total: typeof total === "number" && total > 0 ? total : null,
        message:
          typeof message === "string"
            ? message.slice(0, MAX_PROGRESS_MESSAGE).toWellFormed()
            : null,
      },
    };
  }
}
