/** Longest accepted message where nothing else is said, in bytes: a result of one mebibyte, and what is around it. */
export const DEFAULT_MAX_MESSAGE_BYTES = 1024 * 1024 + 1024;

/** What is kept of standard error where nothing else is said, in bytes. */
export const DEFAULT_MAX_STDERR_BYTES = 64 * 1024;

/** How to reach one server. Values are final: environment and header sources are already resolved. */
export type TransportConfig = StdioTransportConfig | HttpTransportConfig;

export interface StdioTransportConfig {
  readonly kind: "stdio";
  /** Program and arguments, passed as they stand; no shell ever sees them (T02). */
  readonly command: readonly [string, ...string[]];
  /** The child's working directory, absolute. */
  readonly workingDirectory: string;
  /** A program inside this absolute path is refused: whoever may write there could have planted it (T03). */
  readonly workspace?: string;
  /** The child's variables; none of this process's own but `PATH`, and `SystemRoot` on Windows, which are added (T08). */
  readonly environment?: ReadonlyMap<string, string>;
  /** Longest accepted line in bytes, counted before decoding (T13); `DEFAULT_MAX_MESSAGE_BYTES` unless given. */
  readonly maxMessageBytes?: number;
  /** Size of the rolling tail that is kept of standard error, in bytes (T11); `DEFAULT_MAX_STDERR_BYTES` unless given. */
  readonly maxStderrBytes?: number;
}

export interface HttpTransportConfig {
  readonly kind: "streamable_http";
  /** `https:`, or `http:` to a loopback address; checked again on the connected address (T17, T19). */
  readonly url: string;
  /** User headers; names that the protocol owns are refused by `checkEndpoint` (H11). */
  readonly headers?: ReadonlyMap<string, string>;
  /** The environment variable that each header's value came from, so that a 401 can name it (report 19). */
  readonly headerSources?: ReadonlyMap<string, string>;
  /**
   * Longest accepted JSON body or server-sent event in bytes, counted before decoding (T24, T26); `DEFAULT_MAX_MESSAGE_BYTES` unless
   * given.
   */
  readonly maxMessageBytes?: number;
}
