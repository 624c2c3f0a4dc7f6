import type { ModelFailure } from "./model-event.js";

/** Attempts in all, the first one included. */
export const MAX_ATTEMPTS = 4;
export const FIRST_RETRY_MS = 1_000;
export const LONGEST_RETRY_MS = 30_000;

/** A failure before the first token, and how long the provider asked to be left alone, in milliseconds. */
export interface AttemptFailure {
  readonly failure: ModelFailure;
  readonly retryAfterMs: number | null;
}

/**
 * How long to wait before the next attempt, or null to give up. Only what time may mend is tried again; a provider that asks for more
 * than the longest pause is not waited for. `chance` is from 0 up to 1.
 */
export function nextAttempt(
  attempt: number,
  { failure, retryAfterMs }: AttemptFailure,
  chance: number,
): number | null {
  if (attempt >= MAX_ATTEMPTS || !mayMend(failure)) return null;
  if (retryAfterMs !== null) return retryAfterMs > LONGEST_RETRY_MS ? null : retryAfterMs;
  const longest = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
  return longest / 2 + (longest / 2) * chance;
}

function mayMend({ code }: ModelFailure): boolean {
  switch (code) {
    case "rate_limited":
    case "provider_unavailable":
    case "unreachable":
      return true;
    case "cancelled":
    case "auth_required":
    case "model_not_found":
    case "context_too_long":
    case "provider_refused":
    case "stream_broken":
      return false;
  }
}
