import { isJsonObject, type JsonObject } from "@perspt/json";
import { type CachePlace, isStaleAfter } from "./cache-place.js";
import { freshnessOf } from "./freshness.js";
import type { McpServerEvent } from "./server-event.js";

/** How much is kept at most; what was not used longest goes first. */
export interface CacheBounds {
  /** Results, each page of a list counted by itself. */
  readonly maxEntries: number;
  /** Their serialized length and that of their keys, in bytes. */
  readonly maxBytes: number;
}

/** A result that is fresh by its server's word. */
export interface CachedResult {
  /** A copy of its own for each reader. */
  readonly result: JsonObject;
  /** Since it was received. */
  readonly ageMs: number;
  /** From now on. */
  readonly freshForMs: number;
}

/** One request under way whose result may be kept. */
export interface CacheFetch {
  /** Keeps the result, unless it became stale before it came (K6). `receivedAt` is the clock's time of its arrival. */
  keep(result: JsonObject, receivedAt: number): void;
  /** Has to be called when the request is over, whatever came of it. */
  end(): void;
}

interface Page {
  readonly cursor: string | null;
  readonly nextCursor: string | null;
  readonly text: string;
  readonly bytes: number;
  readonly receivedAt: number;
  readonly staleAt: number;
}

/** The pages of one list from its first on, or the one result of a read. */
interface Entry {
  readonly place: CachePlace;
  readonly pages: readonly Page[];
  readonly bytes: number;
}

/**
 * Results of one connected client: one server, one configuration, one set of credentials; never shared (K5). It starts no timer and sends
 * nothing (K7). The pages of a list are fresh by their own clocks but live together: when the first is read again, or one of them is
 * stale, all are forgotten, so that no list is put together from two of its states (K8). Nothing stale is ever given (K9).
 */
export class ResultCache {
  readonly #bounds: CacheBounds;
  /** From the least to the most recently used. */
  readonly #entries = new Map<string, Entry>();
  /** Requests under way whose results are still worth keeping. */
  readonly #awaited = new Map<object, CachePlace>();
  #pages = 0;
  #bytes = 0;

  constructor(bounds: CacheBounds) {
    this.#bounds = bounds;
  }

  /** To be called before the request is sent. */
  begin(place: CachePlace): CacheFetch {
    const awaited = {};
    this.#awaited.set(awaited, place);
    return {
      keep: (result, receivedAt) => {
        if (this.#awaited.has(awaited)) this.#keep(place, result, receivedAt);
      },
      end: () => {
        this.#awaited.delete(awaited);
      },
    };
  }

  /** The result of exactly this request, or null where none is fresh. */
  look(place: CachePlace, now: number): CachedResult | null {
    const entry = this.#freshEntry(place.key, now);
    const page = entry?.pages.find(({ cursor }) => cursor === place.cursor);
    return page === undefined ? null : cachedResult(page, now);
  }

  /** All pages of a list in their order, or null where one is missing or stale. */
  lookAtAll(first: CachePlace, now: number): readonly CachedResult[] | null {
    const entry = this.#freshEntry(first.key, now);
    const isWhole = entry?.pages.at(-1)?.nextCursor === null;
    return entry !== null && isWhole ? entry.pages.map((page) => cachedResult(page, now)) : null;
  }

  /** Forgets what the event makes stale, what is still under way included. */
  hear(event: McpServerEvent): void {
    for (const { place } of this.#entries.values()) {
      if (isStaleAfter(event, place)) this.#forget(place.key);
    }
    for (const [awaited, place] of this.#awaited) {
      if (isStaleAfter(event, place)) this.#awaited.delete(awaited);
    }
  }

  /** Forgets everything, also what is still under way. */
  clear(): void {
    this.#entries.clear();
    this.#awaited.clear();
    this.#pages = 0;
    this.#bytes = 0;
  }

  #freshEntry(key: string, now: number): Entry | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    if (entry.pages.some(({ staleAt }) => now >= staleAt)) {
      this.#forget(key);
      return null;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  #keep(place: CachePlace, result: JsonObject, receivedAt: number): void {
    const before = this.#pagesBefore(place, receivedAt);
    if (before === null) return;
    this.#forget(place.key);
    const freshness = freshnessOf(result);
    if (freshness === 0) return;
    const { nextCursor } = result;
    const text = JSON.stringify(result);
    const page = {
      cursor: place.cursor,
      nextCursor: typeof nextCursor === "string" ? nextCursor : null,
      text,
      bytes: Buffer.byteLength(text),
      receivedAt,
      staleAt: receivedAt + freshness,
    };
    this.#add({ place, pages: [...before, page] });
  }

  /** The pages that lead to this one; null where they are not known, so that it belongs to no list that is kept. */
  #pagesBefore({ key, cursor }: CachePlace, now: number): readonly Page[] | null {
    if (cursor === null) return [];
    const pages = this.#freshEntry(key, now)?.pages ?? [];
    const last = pages.findIndex(({ nextCursor }) => nextCursor === cursor);
    return last === -1 ? null : pages.slice(0, last + 1);
  }

  #add({ place, pages }: Pick<Entry, "place" | "pages">): void {
    const bytes = pages.reduce((sum, page) => sum + page.bytes, Buffer.byteLength(place.key));
    this.#entries.set(place.key, { place, pages, bytes });
    this.#pages += pages.length;
    this.#bytes += bytes;
    for (const key of this.#entries.keys()) {
      if (this.#pages <= this.#bounds.maxEntries && this.#bytes <= this.#bounds.maxBytes) return;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#pages -= entry.pages.length;
    this.#bytes -= entry.bytes;
  }
}

function cachedResult({ text, receivedAt, staleAt }: Page, now: number): CachedResult {
  const result: unknown = JSON.parse(text);
  if (!isJsonObject(result)) throw new TypeError("an object was kept and is none any more");
  return { result, ageMs: now - receivedAt, freshForMs: staleAt - now };
}
