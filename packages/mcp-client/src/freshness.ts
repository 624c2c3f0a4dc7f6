import type { JsonObject } from "@perspt/json";

/** Longest time that a result is kept, whatever its server allows, in milliseconds (K2, T52). */
export const MAX_FRESHNESS_MS = 60 * 60 * 1000;

/**
 * How long a result may be used after it was received, in milliseconds: its `ttlMs`, at most an hour; 0 where that is absent, negative or
 * no number (K2, K10). `cacheScope` is not read: what is kept never leaves the client that fetched it, so all of it is as good as
 * private (K5).
 */
export function freshnessOf({ ttlMs }: JsonObject): number {
  return typeof ttlMs === "number" && ttlMs > 0 ? Math.min(ttlMs, MAX_FRESHNESS_MS) : 0;
}
