import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { type CachePlace, cachePlace } from "./cache-place.js";
import { type CacheBounds, ResultCache } from "./result-cache.js";

const ROOMY: CacheBounds = { maxEntries: 100, maxBytes: 100_000 };

function placeOf(method: string, params: JsonObject = {}): CachePlace {
  return cachePlace(method, params) ?? expect.unreachable(`${method} is not kept`);
}
const read = (uri: string): CachePlace => placeOf("resources/read", { uri });
const pageOf = (cursor: string | null): CachePlace =>
  placeOf("resources/list", cursor === null ? {} : { cursor });

/** Fetches and keeps in one go. */
function keep(cache: ResultCache, place: CachePlace, result: JsonObject, at = 0): void {
  const fetch = cache.begin(place);
  fetch.keep(result, at);
  fetch.end();
}

describe("a kept result", () => {
  test("K2: is fresh until ttlMs after it was received, and not at that moment", () => {
    const cache = new ResultCache(ROOMY);
    keep(cache, read("a:b"), { ttlMs: 100, contents: [] }, 1000);
    expect(cache.look(read("a:b"), 1099)).toEqual({
      result: { ttlMs: 100, contents: [] },
      ageMs: 99,
      freshForMs: 1,
    });
    expect(cache.look(read("a:b"), 1100)).toBeNull();
    // Forgotten, also for a clock that would go back.
    expect(cache.look(read("a:b"), 1000)).toBeNull();
  });

  test("K2: one without freshness takes the place of one that had some", () => {
    const cache = new ResultCache(ROOMY);
    keep(cache, read("a:b"), { ttlMs: 100, v: 1 });
    keep(cache, read("a:b"), { v: 2 });
    expect(cache.look(read("a:b"), 0)).toBeNull();
  });

  test("K3: answers no other request", () => {
    const cache = new ResultCache(ROOMY);
    keep(cache, read("a:b"), { ttlMs: 100 });
    expect(cache.look(read("a:c"), 0)).toBeNull();
    expect(cache.look(pageOf(null), 0)).toBeNull();
  });

  test("is a copy for each reader: what one does with it reaches nobody", () => {
    const cache = new ResultCache(ROOMY);
    const result = { ttlMs: 100, contents: ["a"] };
    keep(cache, read("a:b"), result);
    result.contents.push("by the caller");
    const first = cache.look(read("a:b"), 0)?.result;
    expect(first).toEqual({ ttlMs: 100, contents: ["a"] });
    expect(cache.look(read("a:b"), 0)?.result).not.toBe(first);
  });
});

describe("K6: a change", () => {
  test("makes what is kept stale at once", () => {
    const cache = new ResultCache(ROOMY);
    keep(cache, read("a:b"), { ttlMs: 100 });
    cache.hear({ type: "resource_updated", uri: "a:b" });
    expect(cache.look(read("a:b"), 0)).toBeNull();
  });

  test("keeps what was under way when it came from being kept, and nothing that began later", () => {
    const cache = new ResultCache(ROOMY);
    const early = cache.begin(read("a:b"));
    cache.hear({ type: "resource_updated", uri: "a:b" });
    const late = cache.begin(read("a:b"));
    early.keep({ ttlMs: 100, v: "early" }, 0);
    expect(cache.look(read("a:b"), 0)).toBeNull();
    late.keep({ ttlMs: 100, v: "late" }, 0);
    expect(cache.look(read("a:b"), 0)?.result).toEqual({ ttlMs: 100, v: "late" });
  });

  test("an early answer that comes last does not take the place of a later one", () => {
    const cache = new ResultCache(ROOMY);
    const early = cache.begin(read("a:b"));
    cache.hear({ type: "resource_updated", uri: "a:b" });
    keep(cache, read("a:b"), { ttlMs: 100, v: "late" });
    early.keep({ ttlMs: 100, v: "early" }, 0);
    early.end();
    expect(cache.look(read("a:b"), 0)?.result).toEqual({ ttlMs: 100, v: "late" });
  });

  test("leaves alone what it does not concern", () => {
    const cache = new ResultCache(ROOMY);
    const underWay = cache.begin(pageOf(null));
    keep(cache, read("a:b"), { ttlMs: 100 });
    cache.hear({ type: "tools_list_changed" });
    underWay.keep({ ttlMs: 100, resources: [] }, 0);
    expect(cache.look(read("a:b"), 0)).not.toBeNull();
    expect(cache.look(pageOf(null), 0)).not.toBeNull();
  });

  test("S12: 100,000 of them are heard without growing anything", () => {
    const cache = new ResultCache(ROOMY);
    for (let n = 0; n < 100; n += 1) keep(cache, read(`a:${n}`), { ttlMs: 100 });
    for (let n = 0; n < 100_000; n += 1) cache.hear({ type: "tools_list_changed" });
    expect(cache.look(read("a:99"), 0)).not.toBeNull();
  });

  test("after clear nothing is kept, nor what was under way", () => {
    const cache = new ResultCache(ROOMY);
    keep(cache, read("a:b"), { ttlMs: 100 });
    const underWay = cache.begin(read("a:c"));
    cache.clear();
    underWay.keep({ ttlMs: 100 }, 0);
    expect([cache.look(read("a:b"), 0), cache.look(read("a:c"), 0)]).toEqual([null, null]);
  });
});

describe("K8: the pages of a list", () => {
  const twoPages = (): ResultCache => {
    const cache = new ResultCache(ROOMY);
    keep(cache, pageOf(null), { ttlMs: 100, nextCursor: "", v: 1 }, 0);
    keep(cache, pageOf(""), { ttlMs: 100, v: 2 }, 50);
    return cache;
  };
  const versions = (cache: ResultCache, now: number): unknown =>
    cache.lookAtAll(pageOf(null), now)?.map(({ result }) => result["v"]) ?? null;

  test("are given together, and each by itself", () => {
    expect(versions(twoPages(), 99)).toEqual([1, 2]);
    expect(twoPages().look(pageOf(""), 99)?.result["v"]).toBe(2);
  });

  test("are all forgotten when one of them is stale, so that the list is read from its start", () => {
    const cache = twoPages();
    expect(cache.look(pageOf(""), 100)).toBeNull();
    expect(versions(cache, 99)).toBeNull();
  });

  test("are no whole list while the last is missing", () => {
    const cache = new ResultCache(ROOMY);
    keep(cache, pageOf(null), { ttlMs: 100, nextCursor: "2" });
    expect(versions(cache, 0)).toBeNull();
    expect(cache.look(pageOf(null), 0)).not.toBeNull();
  });

  test("a first page that is read again ends the list that was", () => {
    const cache = twoPages();
    keep(cache, pageOf(null), { ttlMs: 100, nextCursor: "", v: 3 }, 60);
    expect(versions(cache, 60)).toBeNull();
    keep(cache, pageOf(""), { ttlMs: 100, v: 4 }, 60);
    expect(versions(cache, 60)).toEqual([3, 4]);
  });

  test("a page that no kept page leads to is not kept, and ends nothing", () => {
    const cache = twoPages();
    keep(cache, pageOf("elsewhere"), { ttlMs: 100 }, 60);
    expect(cache.look(pageOf("elsewhere"), 60)).toBeNull();
    expect(versions(cache, 60)).toEqual([1, 2]);
  });

  test("a page without freshness leaves nothing of its list", () => {
    const cache = twoPages();
    keep(cache, pageOf(""), { ttlMs: 0 }, 60);
    expect(cache.look(pageOf(null), 60)).toBeNull();
  });

  test("a cursor that leads back to itself does not grow the list", () => {
    const cache = new ResultCache(ROOMY);
    keep(cache, pageOf(null), { ttlMs: 100, nextCursor: "A" });
    for (let n = 0; n < 10; n += 1) {
      keep(cache, pageOf("A"), { ttlMs: 100, nextCursor: "A", v: n });
    }
    expect(cache.look(pageOf("A"), 0)?.result["v"]).toBe(9);
    expect(cache.look(pageOf(null), 0)).not.toBeNull();
  });
});

describe("the bounds", () => {
  test("what was not used longest goes first", () => {
    const cache = new ResultCache({ maxEntries: 2, maxBytes: 100_000 });
    keep(cache, read("a:1"), { ttlMs: 100 });
    keep(cache, read("a:2"), { ttlMs: 100 });
    cache.look(read("a:1"), 0);
    keep(cache, read("a:3"), { ttlMs: 100 });
    const kept = ["a:1", "a:2", "a:3"].filter((uri) => cache.look(read(uri), 0) !== null);
    expect(kept).toEqual(["a:1", "a:3"]);
  });

  test("bytes count, those of the keys too", () => {
    const entry = (text: string): JsonObject => ({ ttlMs: 100, text });
    const bytes =
      Buffer.byteLength(JSON.stringify(entry("日本"))) + Buffer.byteLength(read("a:1").key);
    const exact = new ResultCache({ maxEntries: 10, maxBytes: bytes });
    keep(exact, read("a:1"), entry("日本"));
    expect(exact.look(read("a:1"), 0)).not.toBeNull();
    const scant = new ResultCache({ maxEntries: 10, maxBytes: bytes - 1 });
    keep(scant, read("a:1"), entry("日本"));
    expect(scant.look(read("a:1"), 0)).toBeNull();
  });

  test("with room for nothing, nothing is kept", () => {
    const cache = new ResultCache({ maxEntries: 0, maxBytes: 0 });
    keep(cache, read("a:b"), { ttlMs: 100 });
    expect(cache.look(read("a:b"), 0)).toBeNull();
  });

  test("a list of more pages than there is room for is not kept in part", () => {
    const cache = new ResultCache({ maxEntries: 2, maxBytes: 100_000 });
    keep(cache, pageOf(null), { ttlMs: 100, nextCursor: "2" });
    keep(cache, pageOf("2"), { ttlMs: 100, nextCursor: "3" });
    keep(cache, pageOf("3"), { ttlMs: 100 });
    expect(cache.look(pageOf(null), 0)).toBeNull();
  });
});
