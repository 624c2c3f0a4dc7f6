/** A program that a test starts. */
export interface ServerProgram {
  /** Program and arguments, passed as they stand; no shell sees them. */
  readonly command: readonly [string, ...string[]];
  /** Absolute; this process's own where it is left out. */
  readonly workingDirectory?: string;
  /** Variables for the program, beside `PATH`; it inherits no others. */
  readonly environment?: ReadonlyMap<string, string>;
}

/** The server that a test is about. */
export type ServerTarget =
  /** A program that speaks on its standard input and output. */
  | (ServerProgram & { readonly kind: "stdio" })
  /**
   * A program that listens. Without `url`, the first address that it prints on standard output or standard error is its endpoint; with
   * it, the endpoint is ready as soon as its port takes connections.
   */
  | (ServerProgram & { readonly kind: "http_program"; readonly url?: string })
  /** An endpoint that listens already. */
  | {
      readonly kind: "http";
      readonly url: string;
      readonly headers?: ReadonlyMap<string, string>;
    };
