import { type JsonObject, type JsonValue, serializedBytes } from "@perspt/json";
import { excerpt } from "./excerpt.js";
import { McpClientError } from "./mcp-client-error.js";
import { MAX_LIST_BYTES, MAX_PAGES, type ServerList } from "./server-list.js";
import type { WireReply } from "./wire-reply.js";

const INVALID_CURSOR = -32602;

/** Fetches one page; null is the first one. */
export type FetchPage = (cursor: string | null) => Promise<WireReply>;

/**
 * The entries of all pages of a list in the server's order (T15), or nothing of it: a loop, a page too many or a list too large rejects
 * with a `McpClientError` (G2, T50, T51). A cursor is echoed as it came and never looked into (G1).
 */
export async function readPages(
  list: ServerList,
  fetchPage: FetchPage,
): Promise<readonly JsonValue[]> {
  const first = await readOnce(list, fetchPage);
  // The list changed while it was read; once more from the start (G3).
  const entries = first === "cursor_expired" ? await readOnce(list, fetchPage) : first;
  if (entries === "cursor_expired") {
    throw new McpClientError({
      code: "server_error",
      message: `The server rejected the cursor of its own ${list.name} list twice.`,
    });
  }
  return entries;
}

async function readOnce(
  list: ServerList,
  fetchPage: FetchPage,
): Promise<readonly JsonValue[] | "cursor_expired"> {
  const entries: JsonValue[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  let bytes = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const reply: WireReply = await fetchPage(cursor);
    if (reply.kind === "server_error" && reply.code === INVALID_CURSOR && cursor !== null) {
      return "cursor_expired";
    }
    const { listed, nextCursor } = readPage(list, resultOf(list, reply));
    bytes += serializedBytes(listed);
    if (entries.length + listed.length > list.maxEntries || bytes > MAX_LIST_BYTES) {
      throw tooLarge(list);
    }
    entries.push(...listed);
    if (nextCursor === null) return entries;
    if (seen.has(nextCursor)) {
      throw new McpClientError({
        code: "pagination_loop",
        message: `The ${list.name} list repeats itself: its page ${page} leads back to the cursor ${excerpt(nextCursor)}.`,
        hint: "The server has to mend its paging; nothing of the list is used.",
      });
    }
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  throw new McpClientError({
    code: "pagination_limit",
    message: `The ${list.name} list has more than ${MAX_PAGES} pages.`,
    hint: "The server has to list its entries on fewer pages; nothing of the list is used.",
  });
}

/** The result of a listing request. Throws a `McpClientError` for any other end. */
function resultOf(list: ServerList, reply: WireReply): JsonObject {
  switch (reply.kind) {
    case "result":
      if (reply.result["resultType"] === "complete") return reply.result;
      throw invalid(list, "it has no resultType complete");
    case "server_error":
      throw new McpClientError({
        code: "server_error",
        message: `The server answered ${list.method} with error ${reply.code}: ${excerpt(reply.message)}.`,
      });
    case "link_failed": {
      const { code, message, hint } = reply.error;
      throw new McpClientError({ code, message, hint, cause: reply.error });
    }
    case "timed_out":
      throw timeout(list, reply.timeoutMs);
    case "deadline_passed":
      throw timeout(list, reply.deadlineMs);
    case "cancelled":
      throw new McpClientError({
        code: "cancelled",
        message: `Reading the ${list.name} list was cancelled.`,
      });
    case "invalid":
      throw invalid(list, reply.reason);
  }
}

function readPage(
  list: ServerList,
  result: JsonObject,
): { readonly listed: readonly JsonValue[]; readonly nextCursor: string | null } {
  const { [list.member]: listed, nextCursor } = result;
  if (!Array.isArray(listed)) throw invalid(list, `${list.member} is not a list`);
  // An empty string is a cursor; only absence ends the list (G1).
  if (nextCursor === undefined) return { listed, nextCursor: null };
  if (typeof nextCursor !== "string") throw invalid(list, "nextCursor is not text");
  return { listed, nextCursor };
}

function timeout(list: ServerList, milliseconds: number): McpClientError {
  return new McpClientError({
    code: "timeout",
    message: `The server did not give its ${list.name} list within ${milliseconds} ms.`,
    hint: "Raise timeout_ms in this server's table if it needs longer.",
  });
}

function tooLarge(list: ServerList): McpClientError {
  return new McpClientError({
    code: "catalog_too_large",
    message: `The ${list.name} list has more than ${list.maxEntries} entries or ${MAX_LIST_BYTES} bytes.`,
    hint: "The server has to list fewer or smaller entries; nothing of the list is used.",
  });
}

function invalid(list: ServerList, reason: string): McpClientError {
  return new McpClientError({
    code: "invalid_result",
    message: `The server's ${list.name} list cannot be used: ${reason}.`,
  });
}
