import type { JsonObject } from "@perspt/json";
import type { TransportError } from "@perspt/transport";

/**
 * How one request on the wire ended, before anyone judges what that means for the call. `written` tells whether its first byte had left
 * when it ended.
 */
export type WireReply =
  | { readonly kind: "result"; readonly result: JsonObject }
  | {
      readonly kind: "server_error";
      readonly code: number;
      readonly message: string;
      readonly data: unknown;
    }
  | { readonly kind: "link_failed"; readonly error: TransportError }
  /** `timeout_ms` of the one request. */
  | { readonly kind: "timed_out"; readonly written: boolean; readonly timeoutMs: number }
  /** The deadline of the call as a whole. */
  | { readonly kind: "deadline_passed"; readonly written: boolean; readonly deadlineMs: number }
  /** The caller's signal. */
  | { readonly kind: "cancelled"; readonly written: boolean }
  /** The SDK refused what came, or broke. */
  | { readonly kind: "invalid"; readonly written: boolean; readonly reason: string };
