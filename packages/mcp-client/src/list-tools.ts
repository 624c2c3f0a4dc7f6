import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { excerpt } from "./excerpt.js";
import type { RemoteTool } from "./mcp-client.js";
import { McpClientError } from "./mcp-client-error.js";
import type { WireReply } from "./wire-reply.js";

/** Bounds of one server's tool list (T37, T50). */
export const MAX_PAGES = 64;
export const MAX_TOOLS = 512;
export const MAX_CATALOG_BYTES = 4 * 1024 * 1024;

const INVALID_CURSOR = -32602;

/** Fetches one page; null is the first one. */
export type FetchPage = (cursor: string | null) => Promise<WireReply>;

/**
 * All pages of a tool list, or nothing of it: a loop, a page too many or a list too large rejects with a `McpClientError` (T50, T51).
 * One bad tool rejects nothing (report 8): it is listed in a shape that admission can name.
 */
export async function listTools(fetchPage: FetchPage): Promise<readonly RemoteTool[]> {
  const first = await readPages(fetchPage);
  // The list changed while it was read; once more from the start (G3).
  const pages = first === "cursor_expired" ? await readPages(fetchPage) : first;
  if (pages === "cursor_expired") {
    throw new McpClientError({
      code: "server_error",
      message: "The server rejected the cursor of its own tool list twice.",
    });
  }
  return pages;
}

async function readPages(fetchPage: FetchPage): Promise<RemoteTool[] | "cursor_expired"> {
  const tools: RemoteTool[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  let bytes = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const reply: WireReply = await fetchPage(cursor);
    if (reply.kind === "server_error" && reply.code === INVALID_CURSOR && cursor !== null) {
      return "cursor_expired";
    }
    const { listed, nextCursor } = readPage(resultOf(reply));
    bytes += Buffer.byteLength(JSON.stringify(listed));
    tools.push(...listed.map(toTool));
    if (tools.length > MAX_TOOLS || bytes > MAX_CATALOG_BYTES) throw tooLarge();
    if (nextCursor === null) return tools;
    if (seen.has(nextCursor)) {
      throw new McpClientError({
        code: "pagination_loop",
        message: `The tool list repeats itself: its page ${page} leads back to the cursor ${excerpt(nextCursor)}.`,
        hint: "The server has to mend its paging; nothing of the list is used.",
      });
    }
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  throw new McpClientError({
    code: "pagination_limit",
    message: `The tool list has more than ${MAX_PAGES} pages.`,
    hint: "The server has to list its tools on fewer pages; nothing of the list is used.",
  });
}

/** The result of a listing request. Throws a `McpClientError` for any other end. */
function resultOf(reply: WireReply): JsonObject {
  switch (reply.kind) {
    case "result":
      if (reply.result["resultType"] === "complete") return reply.result;
      throw invalid("it has no resultType complete");
    case "server_error":
      throw new McpClientError({
        code: "server_error",
        message: `The server answered tools/list with error ${reply.code}: ${excerpt(reply.message)}.`,
      });
    case "link_failed": {
      const { code, message, hint } = reply.error;
      throw new McpClientError({ code, message, hint, cause: reply.error });
    }
    case "timed_out":
      throw timeout(reply.timeoutMs);
    case "deadline_passed":
      throw timeout(reply.deadlineMs);
    case "cancelled":
      throw new McpClientError({ code: "cancelled", message: "Listing the tools was cancelled." });
    case "invalid":
      throw invalid(reply.reason);
  }
}

function readPage(result: JsonObject): {
  readonly listed: readonly JsonValue[];
  readonly nextCursor: string | null;
} {
  const { tools, nextCursor } = result;
  if (!Array.isArray(tools)) throw invalid("tools is not a list");
  // An empty string is a cursor; only absence ends the list (G1).
  if (nextCursor === undefined) return { listed: tools, nextCursor: null };
  if (typeof nextCursor !== "string") throw invalid("nextCursor is not text");
  return { listed: tools, nextCursor };
}

function toTool(listed: JsonValue): RemoteTool {
  const definition = isJsonObject(listed) ? listed : {};
  const { name, inputSchema, outputSchema } = definition;
  return {
    name: typeof name === "string" ? name : "",
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    outputSchema: isJsonObject(outputSchema) ? outputSchema : null,
    definition,
  };
}

function timeout(milliseconds: number): McpClientError {
  return new McpClientError({
    code: "timeout",
    message: `The server did not list its tools within ${milliseconds} ms.`,
    hint: "Raise timeout_ms in this server's table if it needs longer.",
  });
}

function tooLarge(): McpClientError {
  return new McpClientError({
    code: "catalog_too_large",
    message: `The tool list has more than ${MAX_TOOLS} tools or ${MAX_CATALOG_BYTES} bytes.`,
    hint: "The server has to list fewer or smaller tools; nothing of the list is used.",
  });
}

function invalid(reason: string): McpClientError {
  return new McpClientError({
    code: "invalid_result",
    message: `The server's tool list cannot be used: ${reason}.`,
  });
}
