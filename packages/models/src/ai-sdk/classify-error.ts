import type { ModelFailureCode } from "../model-event.js";
import type { AttemptFailure } from "../retry-policy.js";

/** Longest part of a provider's words in a message. */
const MAX_WORDS = 400;

/** Why an attempt failed, from what the SDK threw. The key is in none of it: providers' own words are cut, headers are not shown. */
export function classifyError(error: unknown, apiKeyEnv: string | null): AttemptFailure {
  const status = member(error, "statusCode");
  if (typeof status !== "number") {
    return {
      retryAfterMs: null,
      failure: {
        code: "unreachable",
        message: `The model's provider cannot be reached: ${wordsOf(error)}.`,
        hint: "Check base_url and the network; for a local model, that it is running.",
      },
    };
  }
  const code = codeOf(status, `${wordsOf(error)} ${textOf(member(error, "responseBody"))}`);
  return {
    retryAfterMs: retryAfter(member(error, "responseHeaders")),
    failure: {
      code,
      message: `The model's provider answered ${status}: ${wordsOf(error)}.`,
      hint: hintFor(code, apiKeyEnv),
    },
  };
}

function codeOf(status: number, words: string): ModelFailureCode {
  if (status === 401 || status === 403) return "auth_required";
  if (status === 404) return "model_not_found";
  if (status === 429) return "rate_limited";
  if (status === 408 || status >= 500) return "provider_unavailable";
  if (
    /context.{0,20}(?:length|window)|too many tokens|maximum context|prompt is too long/i.test(
      words,
    )
  ) {
    return "context_too_long";
  }
  return "provider_refused";
}

function hintFor(code: ModelFailureCode, apiKeyEnv: string | null): string | null {
  switch (code) {
    case "auth_required":
      return apiKeyEnv === null
        ? "Name the variable that holds the key with api_key_env in the [model] table."
        : `Check the key in the variable ${apiKeyEnv}.`;
    case "model_not_found":
      return "Check model and base_url in the [model] table.";
    case "context_too_long":
      return "Set context_tokens in the [model] table to what the model takes.";
    case "rate_limited":
      return "Wait a little, or use another model.";
    case "provider_unavailable":
      return "Try again later.";
    case "provider_refused":
    case "stream_broken":
    case "cancelled":
    case "unreachable":
      return null;
  }
}

/** `Retry-After` in milliseconds: seconds or a date; null where there is none that can be read. */
function retryAfter(headers: unknown): number | null {
  const value = member(headers, "retry-after");
  if (typeof value !== "string") return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const text = words === "" || words === "fetch failed" ? cause || words : words;
  return text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_WORDS).replace(/\.$/, "");
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value
    ? Reflect.get(value, name)
    : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 4096) : "";
}
