import { canonicalize, type JsonObject } from "@perspt/json";
import { isAtOrBelow } from "./resource-address.js";
import type { McpServerEvent } from "./server-event.js";

/** Where the result of a request is kept: one page of one list, or one resource. */
export interface CachePlace {
  readonly method: CacheableMethod;
  /** Spells the method and all parameters but the cursor: what all pages of one list share (K3). */
  readonly key: string;
  /** Null for the first page, and for what has no pages. */
  readonly cursor: string | null;
  /** The address of a resource that is read; null for a list. */
  readonly uri: string | null;
}

/** `server/discover` is not among them: what it answers holds as long as the connection, and no other one uses it (K1). */
export type CacheableMethod =
  | "tools/list"
  | "prompts/list"
  | "resources/list"
  | "resources/templates/list"
  | "resources/read";

/** Null for a request whose result must not be kept: of another method, or with answers to what the server asked (K1, K4). */
export function cachePlace(method: string, params: JsonObject): CachePlace | null {
  if (!isCacheable(method)) return null;
  if (Object.hasOwn(params, "inputResponses") || Object.hasOwn(params, "requestState")) return null;
  const { _meta, cursor, ...others } = params;
  const key = canonicalOrNull(others);
  if (key === null) return null;
  const { uri } = others;
  return {
    method,
    key: `${method} ${key}`,
    cursor: typeof cursor === "string" ? cursor : null,
    uri: typeof uri === "string" ? uri : null,
  };
}

/**
 * Whether what a server told makes a result kept in this place stale (K6). A change below an address is a change of what is read there,
 * and the other way round. A change of the list of resources says that any of them may be another one now.
 */
export function isStaleAfter(event: McpServerEvent, { method, uri }: CachePlace): boolean {
  switch (event.type) {
    case "tools_list_changed":
      return method === "tools/list";
    case "prompts_list_changed":
      return method === "prompts/list";
    case "resources_list_changed":
      return (
        method === "resources/list" ||
        method === "resources/templates/list" ||
        method === "resources/read"
      );
    case "resource_updated":
      return uri !== null && (isAtOrBelow(event.uri, uri) || isAtOrBelow(uri, event.uri));
    // What changes while nobody listens is announced to nobody (S8).
    case "subscription_ended":
      return event.reason !== "refused";
    case "progress":
    case "log":
    case "task":
    case "cancelled":
    case "subscription_acknowledged":
    case "custom":
    case "dropped":
      return false;
  }
}

function isCacheable(method: string): method is CacheableMethod {
  switch (method) {
    case "tools/list":
    case "prompts/list":
    case "resources/list":
    case "resources/templates/list":
    case "resources/read":
      return true;
    default:
      return false;
  }
}

/** Half of a surrogate pair has no canonical form; what is named by it is not kept. */
function canonicalOrNull(params: JsonObject): string | null {
  try {
    return canonicalize(params);
  } catch {
    return null;
  }
}
