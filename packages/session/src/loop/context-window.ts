import type { ModelMessage } from "@perspt/models";

/** Share of the context that messages may take; the rest is the answer's and the tools'. */
export const MESSAGE_SHARE = 0.75;

/** Tokens as a rule of thumb, which errs on the side of more: three characters each. */
export function estimateTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 3);
}

export interface WindowedMessages {
  readonly messages: readonly ModelMessage[];
  /** Whole exchanges that were left out, oldest first. */
  readonly dropped: number;
}

/**
 * What fits into the model's context: the system message, and as many of the newest exchanges as fit, whole, so that no answer stands
 * without its call. The newest exchange is always sent.
 */
export function withinContext(
  messages: readonly ModelMessage[],
  contextTokens: number | null,
): WindowedMessages {
  if (contextTokens === null) return { messages, dropped: 0 };
  const system = messages.filter(({ role }) => role === "system");
  const exchanges = exchangesOf(messages);
  let left = Math.floor(contextTokens * MESSAGE_SHARE) - estimateTokens(system);
  let kept = 0;
  for (const exchange of exchanges.toReversed()) {
    left -= estimateTokens(exchange);
    if (left < 0 && kept > 0) break;
    kept += 1;
  }
  return {
    messages: [...system, ...exchanges.slice(exchanges.length - kept).flat()],
    dropped: exchanges.length - kept,
  };
}

/** Each from a person's message to the one before the next. */
function exchangesOf(messages: readonly ModelMessage[]): readonly (readonly ModelMessage[])[] {
  const exchanges: ModelMessage[][] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const current = exchanges.at(-1);
    if (message.role === "user" || current === undefined) exchanges.push([message]);
    else current.push(message);
  }
  return exchanges;
}
