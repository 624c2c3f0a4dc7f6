import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";

/** What the link noticed and lived through. Stable. */
export type TransportDiagnosticCode =
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

/** Something that the link noticed and lived through: counted, with one bounded, escaped sample. */
export interface TransportDiagnostic {
  readonly code: TransportDiagnosticCode;
  readonly count: number;
  readonly sample: string;
}

/** What the write gate says of an outgoing message. */
export type WriteVerdict =
  | { readonly kind: "proceed" }
  | { readonly kind: "refuse"; readonly code: string; readonly reason: string };

/**
 * The link to one server, in the shape that the SDK's `Client` expects.
 *
 * `send` of a request settles when the request is settled: it resolves once the response was delivered to `onmessage`, and
 * rejects with a `TransportError` when no response can come any more (link lost, stream ended, frame refused, cancelled). The
 * error says whether the request may have run. A JSON-RPC error is a response like any other, also where HTTP brings it with
 * status 400 or 404. `send` of a notification settles with the write; `notifications/cancelled` is written only where it can
 * mean something: over stdio, for a request that the server has seen and not answered.
 */
export interface McpTransport extends Transport {
  readonly kind: "stdio" | "streamable_http";
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  /**
   * Asked in the very turn of the event loop in which a message's first byte is written. Set once, before `start`. After a
   * refusal nothing of that message reaches the server, and `send` rejects with code `write_refused`. It must not throw.
   */
  writeGate: (message: JSONRPCMessage) => WriteVerdict;
  diagnostics(): readonly TransportDiagnostic[];
  /** Rolling tail of the child's standard error, as raw text to be sanitised where it is shown; empty over HTTP. */
  stderrTail(): string;
}
