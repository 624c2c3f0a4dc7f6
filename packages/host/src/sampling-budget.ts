/** What one server may have of the user's model during one session (T69). */
export interface SamplingBudget {
  readonly requests: number;
  /** Output tokens over all requests. */
  readonly tokens: number;
}

/** What one server may ask of the user's model in one session, unless the configuration says otherwise (T69). */
export const DEFAULT_SAMPLING_BUDGET: SamplingBudget = { requests: 100, tokens: 200_000 };

export type SamplingReservation =
  | { readonly kind: "reserved"; settle(tokens: number): void }
  | { readonly kind: "spent"; readonly reason: string };

/**
 * Counts a session's sampling by server. A request takes its `maxTokens` before it is made and gives back what the answer did not need,
 * so that requests side by side cannot overspend together.
 */
export class SamplingLedger {
  readonly #budget: SamplingBudget;
  readonly #used = new Map<string, { requests: number; tokens: number }>();

  constructor(budget: SamplingBudget) {
    this.#budget = budget;
  }

  reserve(server: string, maxTokens: number): SamplingReservation {
    const used = this.#used.get(server) ?? { requests: 0, tokens: 0 };
    this.#used.set(server, used);
    const { requests, tokens } = this.#budget;
    if (used.requests >= requests) {
      return {
        kind: "spent",
        reason: `The server ${server} has had its ${requests} requests of this session.`,
      };
    }
    if (used.tokens + maxTokens > tokens) {
      return {
        kind: "spent",
        reason: `The server ${server} has ${Math.max(0, tokens - used.tokens)} of its ${tokens} tokens of this session left, and asks for ${maxTokens}.`,
      };
    }
    used.requests += 1;
    used.tokens += maxTokens;
    let isOpen = true;
    return {
      kind: "reserved",
      settle(spent) {
        if (!isOpen) return;
        isOpen = false;
        used.tokens -= maxTokens - Math.min(maxTokens, Math.max(0, spent));
      },
    };
  }
}
