import type { TransportDiagnostic } from "../mcp-transport.js";
import { excerpt } from "./excerpt.js";

/** Longest kept sample of one kind of diagnostic, in characters. */
const SAMPLE_CHARACTERS = 200;

/** What the link noticed and lived through. */
export type DiagnosticCode =
  /** Lines on standard output that are no messages (report 1, T14). */
  | "stdout_noise"
  /** A notification or an unasked answer longer than the cap, dropped (T13). */
  | "oversize_message"
  /** A request from the server; never answered (I11, H14, T15). */
  | "unanswered_server_request"
  /** A JSON array in place of a message (T15). */
  | "refused_batch"
  /** JSON that is no JSON-RPC message, or text that is no JSON, where a message belongs. */
  | "invalid_message"
  /** An error that names no request (E1). */
  | "error_without_id"
  /** A response to a request that this client never made (T16). */
  | "foreign_response"
  /** A second response to one request (T16). */
  | "duplicate_response"
  /** A response to a request that was cancelled (I6). */
  | "late_response"
  /** A server-sent event of a type other than `message`. */
  | "ignored_event"
  /** More came unasked than is read at once, and the server had to wait (T70). */
  | "slowed_down";

/** Counts by kind and keeps the first sample of each, escaped and bounded. */
export class DiagnosticLog {
  readonly #entries = new Map<DiagnosticCode, { count: number; readonly sample: string }>();

  record(code: DiagnosticCode, sample: string): void {
    const entry = this.#entries.get(code);
    if (entry === undefined) {
      this.#entries.set(code, { count: 1, sample: excerpt(sample, SAMPLE_CHARACTERS) });
    } else {
      entry.count += 1;
    }
  }

  list(): readonly TransportDiagnostic[] {
    return [...this.#entries].map(([code, { count, sample }]) => ({ code, count, sample }));
  }
}
