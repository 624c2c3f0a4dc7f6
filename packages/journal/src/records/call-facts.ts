import type { Payload } from "./payload.js";

/** One thing that a call touches, with its arguments' values put in. */
export type RecordedTouch =
  | { readonly kind: "path"; readonly path: string; readonly access: "read" | "write" }
  | {
      readonly kind: "value";
      readonly family: string;
      readonly value: string;
      readonly access: "read" | "write";
    }
  | { readonly kind: "rate_limit"; readonly provider: string }
  | { readonly kind: "workspace" };

/** A footprint selector of the user's policy as it stood. `field` names a top-level argument, which is not redacted by its name. */
export interface RecordedSelector {
  readonly kind: string;
  readonly access?: string;
  readonly family?: string;
  readonly field?: string;
  readonly resource?: string;
}

/** A proposal binding of the user's policy as it stood. */
export interface RecordedArgumentBinding {
  readonly kind: string;
  readonly field: string;
  readonly target?: string;
}

/** What an operation's name stood for. */
export interface RecordedBinding {
  readonly epoch: number;
  readonly endpointIdentity: string;
  readonly policyDigest: string;
  readonly toolDigest: string;
}

/** A path that the file system resolved elsewhere when the call was decided. */
export interface RecordedLink {
  readonly path: string;
  readonly realPath: string;
}

/** One line of a decision's reasons. */
export interface RecordedTraceEntry {
  readonly check: string;
  readonly phase: string;
  readonly result: string;
  readonly because: string;
  readonly inputs: Readonly<Record<string, string>>;
}

/** Where a call came from: the model turn by its seq, and the call's index in that turn, from 0. */
export interface CallOrigin {
  readonly turn: number;
  readonly call: number;
}

/**
 * A proposed call and the decision on it: what an intent and a refusal have in common. Together with the fold of the records up to
 * `basis` it holds everything that the decision was made from, so that it can be decided again without network or secret.
 */
export interface CallFacts extends RecordedBinding {
  readonly operation: string;
  /** The server's id, or `local`. */
  readonly server: string;
  readonly effect: string;
  readonly risk: string;
  readonly selectors: readonly RecordedSelector[];
  readonly bindings: readonly RecordedArgumentBinding[];
  /** The footprint as resolved; empty where it could not be resolved, which was then refused. */
  readonly touches: readonly RecordedTouch[];
  /** After redaction. */
  readonly arguments: Payload;
  /** Digest of the canonical form of the redacted arguments, so that it gives no secret away (`Journal.identifyCall`). */
  readonly argumentsDigest: string;
  /** SHA-256 of {endpointIdentity, operation, redacted arguments} (`Journal.identifyCall`). */
  readonly callKey: string;
  /** Null for a call that no model made. */
  readonly origin: CallOrigin | null;
  /** Absolute directory that relative path arguments started from. */
  readonly root: string | null;
  readonly links: readonly RecordedLink[];
  /** What the operation's name stood for when it was decided; null when it was bound no longer. */
  readonly boundNow: RecordedBinding | null;
  /** Whether anyone could be asked. */
  readonly approver: "nobody" | "can_ask";
  /** Seq of the approval record that this decision used; null where there was none. */
  readonly approval: number | null;
  /** `Journal.state.seq` when it was decided: the highest seq folded into what it was decided from. */
  readonly basis: number;
  /** Milliseconds since the epoch: the time it was decided with. */
  readonly decidedAt: number;
  /** The one rule that decided. */
  readonly rule: string;
  readonly because: string;
  readonly trace: readonly RecordedTraceEntry[];
}
