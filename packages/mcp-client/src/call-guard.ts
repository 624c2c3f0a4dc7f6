import type { Digest, JsonObject } from "@perspt/json";
import type { CallErrorCode } from "./call-error-code.js";

/** Names one governed call across all its legs; chosen by the caller of the client, opaque to the client. */
export type CallId = string;

/** One request of a call. A call has one `send` and as many later legs as the protocol asks for. */
export type LegKind =
  | "send"
  | "header_retry"
  | "version_retry"
  | "input_retry"
  | "task_get"
  | "task_update"
  | "task_cancel";

/** A request of a call, before it is built. */
export interface CallLeg {
  readonly call: CallId;
  /** 1 for the first send, counting up over the call. */
  readonly number: number;
  readonly kind: LegKind;
  readonly method: string;
}

/** What is about to be written, recomputed from the outgoing message itself, never from what was planned. */
export interface OutgoingFacts extends CallLeg {
  /** `params.name`, `params.uri` or `params.taskId`, whichever the method has; empty where it has none. */
  readonly target: string;
  /** Digest of the canonical form of the outgoing arguments: `params.arguments`, or for the other operations their params without `_meta`. */
  readonly argumentsDigest: Digest;
}

/** What came back on a leg, before anyone acts on it. All of it is untrusted. */
export type LegResult =
  | { readonly kind: "complete"; readonly result: JsonObject }
  | { readonly kind: "input_required"; readonly result: JsonObject }
  | { readonly kind: "task"; readonly taskId: string; readonly result: JsonObject }
  | { readonly kind: "server_error"; readonly code: number; readonly message: string }
  | { readonly kind: "lost"; readonly code: CallErrorCode; readonly mayHaveRun: boolean };

/** A guard's word on a leg. `code` and `reason` become the outcome's. */
export type GuardVerdict =
  | { readonly kind: "proceed" }
  | { readonly kind: "refuse"; readonly code: string; readonly reason: string };

/**
 * The owner of a client says what may leave through it (architecture.md, journey step 5). A refusal before a call's first
 * write makes the call `refused`; after it, `uncertain`. Whatever a guard throws counts as a refusal with code `guard_failed`.
 *
 * Not asked for: `server/discover`, the lists that `listTools` and `list` read, `subscriptions/listen` and `notifications/cancelled`; nor
 * `cached`, which sends nothing. A call is never answered from what is kept, so that each has its legs and its guard has seen them.
 */
export interface CallGuard {
  /** Awaited before each leg's request is built. What must be durable before the send becomes durable here. */
  beforeLeg(leg: CallLeg): Promise<GuardVerdict>;
  /** Synchronous, the last statement before the write. Spends the call's permit on the first leg, its lease on later ones. */
  redeem(facts: OutgoingFacts): GuardVerdict;
  /** Awaited before a result, a task handle or an input request is acted on or shown. */
  afterLeg(leg: CallLeg, result: LegResult): Promise<GuardVerdict>;
}

/** The guard of an embedder that governs elsewhere, or not at all: every call passes, nothing is written down. */
export function allowEverything(): CallGuard {
  const proceed: GuardVerdict = { kind: "proceed" };
  return {
    beforeLeg: async () => proceed,
    redeem: () => proceed,
    afterLeg: async () => proceed,
  };
}
