export type KernelErrorCode = "invalid_description";

/** A broken contract of the caller. What a server, a model or a user can cause is a value, never this. */
export class KernelError extends Error {
  readonly code: KernelErrorCode;

  constructor(options: { readonly code: KernelErrorCode; readonly message: string }) {
    super(options.message);
    this.name = "KernelError";
    this.code = options.code;
  }
}
