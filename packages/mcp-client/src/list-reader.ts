import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { cachePlace } from "./cache-place.js";
import { beginFetch } from "./cached-requests.js";
import type { CallContext } from "./call-context.js";
import { startDeadline } from "./call-deadline.js";
import { pause } from "./client-clock.js";
import { listTools } from "./list-tools.js";
import type { Freshness, RemoteTool } from "./mcp-client.js";
import { type FetchPage, readPages } from "./read-pages.js";
import { readResult } from "./read-result.js";
import type { CacheFetch } from "./result-cache.js";
import { MAX_ASKS, retryAfter } from "./retry-after.js";
import { SERVER_LISTS, type ServerList, type ServerListKind } from "./server-list.js";
import type { Stop } from "./stop.js";
import type { WireReply } from "./wire-reply.js";

export type ListReaderOptions = Pick<
  CallContext,
  "session" | "cache" | "clock" | "timeoutMs" | "capabilities" | "note"
>;

/**
 * Reads lists in full, all pages within one `timeout_ms`, so that a server with many slow pages holds nobody up (report 12). A list that
 * the server does not advertise is empty, and not asked for (R8). Rejects with a `McpClientError`, and then with nothing of the list.
 */
export class ListReader {
  readonly #options: ListReaderOptions;

  constructor(options: ListReaderOptions) {
    this.#options = options;
  }

  tools(signal: AbortSignal, freshness: Freshness): Promise<readonly RemoteTool[]> {
    return this.#read(SERVER_LISTS.tools, signal, freshness, listTools);
  }

  /** Entries that are no objects or have no identity are left out and counted; of two with the same, the first is told (G4). */
  async entries(
    kind: Exclude<ServerListKind, "tools">,
    signal: AbortSignal,
    freshness: Freshness,
  ): Promise<readonly JsonObject[]> {
    const list = SERVER_LISTS[kind];
    const listed = await this.#read(list, signal, freshness, (fetch) => readPages(list, fetch));
    return this.#distinct(list, listed);
  }

  async #read<Entry>(
    list: ServerList,
    signal: AbortSignal,
    freshness: Freshness,
    read: (fetchPage: FetchPage) => Promise<readonly Entry[]>,
  ): Promise<readonly Entry[]> {
    if (!Object.hasOwn(this.#options.capabilities, list.capability)) return [];
    const kept = freshness === "cached" ? this.#kept(list) : null;
    return kept === null ? await this.#fetch(list, signal, read) : await read(kept);
  }

  /** A whole list as it was read before; of one that is not whole and fresh, nothing (K8). */
  #kept({ method }: ServerList): FetchPage | null {
    const { cache, clock } = this.#options;
    const place = cachePlace(method, {});
    const pages = place === null ? null : cache.lookAtAll(place, clock.now());
    if (pages === null) return null;
    const left = pages.values();
    return async () => {
      const page = left.next();
      if (page.done === true) throw new TypeError("a kept list leads to a page that is not kept");
      return { kind: "result", result: { resultType: "complete", ...page.value.result } };
    };
  }

  async #fetch<Entry>(
    { method }: ServerList,
    caller: AbortSignal,
    read: (fetchPage: FetchPage) => Promise<readonly Entry[]>,
  ): Promise<readonly Entry[]> {
    const { cache, clock, timeoutMs } = this.#options;
    const endsAt = clock.now() + timeoutMs;
    const { stop, clear } = startDeadline(clock, timeoutMs, caller);
    const fetches: CacheFetch[] = [];
    const keepAll: (() => void)[] = [];
    try {
      const entries = await read(async (cursor) => {
        const params: JsonObject = cursor === null ? {} : { cursor };
        const fetch = beginFetch(cache, method, params);
        fetches.push(fetch);
        const reply = await this.#ask(method, params, { stop, endsAt });
        if (reply.kind === "result") {
          const receivedAt = clock.now();
          const reading = readResult(reply.result, {
            method,
            inputRounds: false,
            tasks: false,
          });
          if (reading.kind === "complete") {
            keepAll.push(() => fetch.keep(reading.result, receivedAt));
          }
        }
        return reply;
      });
      for (const keep of keepAll) keep();
      return entries;
    } finally {
      for (const fetch of fetches) fetch.end();
      clear();
    }
  }

  /** Asks for one page; again after a while where the server wants that, and the time for the list allows it (H20). */
  async #ask(
    method: string,
    params: JsonObject,
    { stop, endsAt }: { readonly stop: Stop; readonly endsAt: number },
  ): Promise<WireReply> {
    const { session, clock } = this.#options;
    for (let asks = 1; ; asks += 1) {
      const reply = await session.request({
        method,
        params,
        headers: {},
        timeoutMs: null,
        stop,
        onBegin: null,
        gate: () => ({ kind: "proceed" }),
      });
      const wait = retryAfter(reply);
      if (wait === null || asks === MAX_ASKS || clock.now() + wait >= endsAt) return reply;
      await pause(clock, wait, stop.signal);
    }
  }

  #distinct({ identity, name }: ServerList, listed: readonly JsonValue[]): readonly JsonObject[] {
    const distinct = new Map<string, JsonObject>();
    for (const entry of listed) {
      const key = isJsonObject(entry) ? entry[identity] : undefined;
      if (!isJsonObject(entry) || typeof key !== "string") {
        this.#options.note("unreadable_list_entry", name);
      } else if (distinct.has(key)) {
        this.#options.note("duplicate_list_entry", `${name} ${key}`);
      } else {
        distinct.set(key, entry);
      }
    }
    return [...distinct.values()];
  }
}
