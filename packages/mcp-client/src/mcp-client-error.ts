import type { TransportErrorCode } from "@perspt/transport";

/** Why a server could not be used, or a list of it could not be had. Stable (cli.md). */
export type McpClientErrorCode =
  | TransportErrorCode
  | "incompatible_protocol"
  | "invalid_discover"
  | "timeout"
  | "cancelled"
  | "server_error"
  | "invalid_result"
  | "pagination_loop"
  | "pagination_limit"
  | "catalog_too_large";

export interface McpClientErrorOptions {
  readonly code: McpClientErrorCode;
  /** One sentence for a person; a server's words in it are quoted and bounded. */
  readonly message: string;
  readonly hint?: string | null;
  /** The end of the child's standard error, raw; empty over HTTP. */
  readonly stderrTail?: string;
  readonly cause?: unknown;
}

/** The one error class of this package: what `connectMcpClient` and `listTools` reject with. */
export class McpClientError extends Error {
  override readonly name = "McpClientError";
  readonly code: McpClientErrorCode;
  readonly hint: string | null;
  readonly stderrTail: string;

  constructor(options: McpClientErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.hint = options.hint ?? null;
    this.stderrTail = options.stderrTail ?? "";
  }
}
