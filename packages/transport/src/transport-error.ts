/** Why the link failed a request or could not be made. Stable: users script against these (cli.md). */
export type TransportErrorCode =
  | "program_not_found"
  | "program_not_executable"
  | "unsafe_program"
  | "spawn_failed"
  | "server_exited"
  | "server_too_noisy"
  | "invalid_frame"
  | "invalid_endpoint"
  | "unreachable"
  | "tls_failed"
  | "tls_verification_off"
  | "auth_required"
  | "forbidden"
  | "rate_limited"
  | "redirect_refused"
  | "unexpected_status"
  | "unexpected_content"
  | "content_encoding_refused"
  | "result_too_large"
  | "stream_ended"
  | "connection_lost"
  | "write_refused"
  | "cancelled"
  | "closed";

/** A JSON-RPC error object as a server sent it; untrusted. */
export interface ServerError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface TransportErrorOptions {
  readonly code: TransportErrorCode;
  /** One sentence for a person: what was expected, what came. */
  readonly message: string;
  /** What to do about it; null where there is nothing to do. */
  readonly hint?: string | null;
  /** Whether the server may have acted on the request: true as soon as its first byte was written. */
  readonly mayHaveRun: boolean;
  /** The HTTP status that was answered, where one was. */
  readonly status?: number;
  /** How long the server asked to be left alone, in milliseconds, where it did. */
  readonly retryAfter?: number;
  /** The JSON-RPC error object that the body held, where it held one; untrusted. */
  readonly serverError?: ServerError;
  /** The write gate's own words, for `write_refused`. */
  readonly refusal?: { readonly code: string; readonly reason: string };
  readonly cause?: unknown;
}

/** The one error class of this package. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly code: TransportErrorCode;
  readonly hint: string | null;
  readonly mayHaveRun: boolean;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly serverError: ServerError | undefined;
  readonly refusal: TransportErrorOptions["refusal"];

  constructor(options: TransportErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.hint = options.hint ?? null;
    this.mayHaveRun = options.mayHaveRun;
    this.status = options.status;
    this.retryAfter = options.retryAfter;
    this.serverError = options.serverError;
    this.refusal = options.refusal;
  }
}
