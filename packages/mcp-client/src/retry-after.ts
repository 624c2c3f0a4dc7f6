import type { WireReply } from "./wire-reply.js";

/** Most times that one page of a list is asked for. */
export const MAX_ASKS = 3;

const ASKS_TO_WAIT: ReadonlySet<number | undefined> = new Set([429, 503]);

/**
 * How long a server wants to be left alone before it is asked again, in milliseconds; null where it did not say so. To be obeyed for
 * reads alone: a call is never made again because a server asks for it (H20).
 */
export function retryAfter(reply: WireReply): number | null {
  if (reply.kind !== "link_failed" || !ASKS_TO_WAIT.has(reply.error.status)) return null;
  return reply.error.retryAfter ?? null;
}
