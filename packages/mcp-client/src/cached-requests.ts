import type { JsonObject } from "@perspt/json";
import { cachePlace } from "./cache-place.js";
import type { ClientClock } from "./client-clock.js";
import { isUsableResult } from "./judge-result.js";
import type { CacheableRequest } from "./mcp-client.js";
import { spellRequest } from "./request-params.js";
import type { CachedResult, CacheFetch, ResultCache } from "./result-cache.js";

const NOT_KEPT: CacheFetch = { keep: () => {}, end: () => {} };

/** A request that is about to be sent; what must not be kept is let go. */
export function beginFetch(cache: ResultCache, method: string, params: JsonObject): CacheFetch {
  const place = cachePlace(method, params);
  return place === null ? NOT_KEPT : cache.begin(place);
}

/** The kept result of this request, if it is fresh and a call could complete with it. */
export function cachedResult(
  request: CacheableRequest,
  {
    cache,
    clock,
    maxResultBytes,
  }: {
    readonly cache: ResultCache;
    readonly clock: ClientClock;
    readonly maxResultBytes: number;
  },
): CachedResult | null {
  const { method, params } = spellRequest(request);
  const place = cachePlace(method, params);
  const found = place === null ? null : cache.look(place, clock.now());
  return found !== null && isUsableResult(request.kind, found.result, maxResultBytes)
    ? found
    : null;
}
