/** Why the link failed a request or could not be made. Stable: users script against these (cli.md). */
export type TransportErrorCode =
  | "program_not_found"
  | "unsafe_program"
  | "spawn_failed"
  | "server_exited"
  | "server_too_noisy"
  | "invalid_frame"
  | "invalid_endpoint"
  | "unreachable"
  | "tls_failed"
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
  | "closed";

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
  /** The JSON-RPC error object that the body held, where it held one; untrusted. */
  readonly serverError?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly cause?: unknown;
}

/** The one error class of this package. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly code: TransportErrorCode;
  readonly hint: string | null;
  readonly mayHaveRun: boolean;
  readonly status: number | undefined;
  readonly serverError: TransportErrorOptions["serverError"];

  constructor(options: TransportErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.hint = options.hint ?? null;
    this.mayHaveRun = options.mayHaveRun;
    this.status = options.status;
    this.serverError = options.serverError;
  }
}
