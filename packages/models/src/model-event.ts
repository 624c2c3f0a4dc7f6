import type { ModelJsonObject } from "./model-json.js";

/** Tokens as the provider counts them; null where it does not say. */
export interface ModelUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
}

export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "other";

/** Why a turn came to no end of its own. `code` is stable; `message` may hold the provider's words. */
export interface ModelFailure {
  readonly code: ModelFailureCode;
  readonly message: string;
  readonly hint: string | null;
}

export type ModelFailureCode =
  | "cancelled"
  | "auth_required"
  | "model_not_found"
  | "context_too_long"
  | "rate_limited"
  | "provider_unavailable"
  | "provider_refused"
  | "stream_broken"
  | "unreachable";

/**
 * What a model's turn is made of. Every stream ends with exactly one `finished` or `failed`, and nothing follows it; what is between a
 * `…_started` and its `…_ended` belongs together.
 */
export type ModelEvent =
  | { readonly type: "text_started" }
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "text_ended" }
  | { readonly type: "reasoning_started" }
  | { readonly type: "reasoning"; readonly delta: string }
  | { readonly type: "reasoning_ended"; readonly providerData?: ModelJsonObject }
  /** A whole call: nothing is done with one that is still being written. */
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      readonly arguments: string;
      readonly providerData?: ModelJsonObject;
    }
  /** Before the first token alone: the provider is asked once more after the pause. */
  | {
      readonly type: "retrying";
      readonly attempt: number;
      readonly pauseMs: number;
      readonly because: ModelFailure;
    }
  | { readonly type: "finished"; readonly reason: FinishReason; readonly usage: ModelUsage }
  | { readonly type: "failed"; readonly failure: ModelFailure };
