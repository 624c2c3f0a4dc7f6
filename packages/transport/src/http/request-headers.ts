import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isRequest } from "../shared/outgoing.js";
import { encodeHeaderValue } from "./header-value.js";

/** The only protocol revision that this transport speaks. */
const PROTOCOL_VERSION = "2026-07-28";
const PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** Which parameter `Mcp-Name` mirrors, by method (H4, J16). */
const NAME_SOURCES: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

const PARAMETER_HEADER = /^Mcp-Param-[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/i;
const SENDABLE_VALUE = /^[\x20-\x7e]*$/;

export interface HeaderSources {
  readonly message: JSONRPCMessage;
  /** The user's own headers. */
  readonly userHeaders: ReadonlyMap<string, string>;
  /** `Mcp-Param-*` headers, their values encoded already. */
  readonly parameterHeaders: Readonly<Record<string, string>>;
}

/**
 * The headers of one POST, from the outgoing message itself, so that headers and body cannot differ (H1–H6, H9). Throws a
 * `TypeError` for a parameter header that is none: mirrored arguments create no other header (H11).
 */
export function requestHeaders(sources: HeaderSources): readonly (readonly [string, string])[] {
  const { message, userHeaders, parameterHeaders } = sources;
  return [
    ["User-Agent", "perspt"] as const,
    ...userHeaders,
    ["Content-Type", "application/json"] as const,
    ["Accept", "application/json, text/event-stream"] as const,
    ["Accept-Encoding", "identity"] as const,
    ["MCP-Protocol-Version", claimedVersion(message)] as const,
    ...("method" in message ? [["Mcp-Method", message.method] as const] : []),
    ...nameHeader(message),
    ...Object.entries(parameterHeaders).map(checkedParameterHeader),
  ];
}

/** What the message itself claims (H3); a notification claims nothing and gets the only version there is. */
function claimedVersion(message: JSONRPCMessage): string {
  if (!("method" in message)) return PROTOCOL_VERSION;
  const claimed = message.params?._meta?.[PROTOCOL_VERSION_KEY];
  return typeof claimed === "string" ? claimed : PROTOCOL_VERSION;
}

function nameHeader(message: JSONRPCMessage): readonly (readonly [string, string])[] {
  if (!isRequest(message)) return [];
  const source = NAME_SOURCES.get(message.method);
  const name = source === undefined ? undefined : message.params?.[source];
  return typeof name === "string" ? [["Mcp-Name", encodeHeaderValue(name)]] : [];
}

function checkedParameterHeader([name, value]: [string, string]): readonly [string, string] {
  if (!PARAMETER_HEADER.test(name)) throw new TypeError(`${name} is not an Mcp-Param-* header`);
  if (!SENDABLE_VALUE.test(value)) throw new TypeError(`the value of ${name} is not encoded`);
  return [name, value];
}
