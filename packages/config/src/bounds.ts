/** A number's default and the values that are accepted, ends included. */
export interface NumberBounds {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const HOUR = 3_600_000;

/** The numbers of `[[external_tools]]`, by their TOML names. Times are milliseconds, sizes bytes. */
export const SERVER_NUMBERS = {
  timeout_ms: { default: 30_000, min: 1, max: HOUR },
  max_result_bytes: { default: MEBIBYTE, min: KIBIBYTE, max: 64 * MEBIBYTE },
  max_stderr_bytes: { default: 64 * KIBIBYTE, min: 0, max: 16 * MEBIBYTE },
  max_sampling_tokens: { default: 4096, min: 1, max: 1_000_000 },
  max_task_wait_ms: { default: 300_000, min: 1, max: 24 * HOUR },
} as const satisfies Readonly<Record<string, NumberBounds>>;

export const CHAT_TOOL_ROUNDS: NumberBounds = { default: 8, min: 1, max: 64 };
export const AGENT_TURNS: NumberBounds = { default: 40, min: 1, max: 1000 };

/** There is no default: without it the provider's own figure holds. */
export const CONTEXT_TOKENS = { min: 256, max: 100_000_000 } as const;

/** Largest configuration text, in UTF-16 code units or bytes. */
export const FILE_LIMIT = MEBIBYTE;

/** Longest list of roots, and of resource filters, of one server. */
export const ROOT_LIMIT = 64;
export const RESOURCE_SUBSCRIPTION_LIMIT = 256;
