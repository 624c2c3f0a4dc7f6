import type { JsonObject } from "@perspt/json";
import type { CallErrorCode } from "./call-error-code.js";

/** Why a call did not complete. `message` and `serverError` may hold a server's words: untrusted. */
export interface CallError {
  /** Stable snake_case code: a `CallErrorCode`, or what a guard, a sampling provider or a local operation says in its place. */
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** The JSON-RPC error that the server answered, where it did. */
  readonly serverError: { readonly code: number; readonly message: string } | null;
}

/** What the client says in its own words. */
export interface ClientCallError extends CallError {
  readonly code: CallErrorCode;
}

/** How a call ended (governance.md, Outcomes). */
export type CallOutcome =
  | { readonly kind: "completed"; readonly mayHaveRun: true; readonly result: JsonObject }
  | { readonly kind: "tool_error"; readonly mayHaveRun: true; readonly result: JsonObject }
  | { readonly kind: "refused"; readonly mayHaveRun: false; readonly error: CallError }
  | { readonly kind: "failed"; readonly mayHaveRun: boolean; readonly error: CallError }
  | {
      readonly kind: "uncertain";
      readonly mayHaveRun: true;
      readonly error: CallError;
      /** The task whose result can still be asked for, where the call had become one. */
      readonly taskId: string | null;
    };
