import { isJsonObject } from "@perspt/json";
import type { TransportError } from "@perspt/transport";
import { PROTOCOL_VERSION } from "./mcp-client.js";
import { McpClientError } from "./mcp-client-error.js";
import { incompatible, readDiscovery } from "./read-discovery.js";
import type { Discovery } from "./wire-tap.js";

export interface ConnectFailure {
  readonly discovery: Discovery;
  /** What the SDK threw; never matched on, only kept as the cause. */
  readonly thrown: unknown;
  readonly ending: "failed" | "timed_out" | "cancelled";
  readonly timeoutMs: number;
  /** What the child has written to standard error. */
  readonly stderrTail: string;
}

/** HTTP statuses by which a server of an older protocol, or another service, turns a `server/discover` away (H18, H19). */
const NOT_THIS_PROTOCOL: ReadonlySet<number> = new Set([400, 404, 405, 406, 415]);

/**
 * The last words of a server that ends because it does not know the method: the one that it was asked, by its name, or what servers say
 * of an unknown method or of a request before their handshake. It chooses between two ways to say that there is no connection.
 */
const REFUSES_THE_METHOD =
  /server\/discover|\b(?:unknown|unexpected|unsupported|invalid) method|method not (?:found|supported)|before initiali[sz]ation|expected? ?initiali[sz]e/i;

/** Why a connection did not come about, told from what was seen on the wire (V11, V20). */
export function connectFailure(failure: ConnectFailure): McpClientError {
  const { discovery, thrown, ending, timeoutMs, stderrTail } = failure;
  if (ending === "cancelled") {
    return new McpClientError({
      code: "cancelled",
      message: "Connecting was cancelled.",
      cause: thrown,
    });
  }
  const { response } = discovery;
  if (response !== null && "error" in response) {
    return incompatible(offeredVersions(response.error.data), response.error);
  }
  if (response !== null && "result" in response) {
    try {
      readDiscovery(response.result);
    } catch (error) {
      if (error instanceof McpClientError) return error;
      throw error;
    }
  }
  // After a timeout the SDK closes the link itself, which tells nothing.
  const linkError = discovery.failure?.code === "closed" ? null : discovery.failure;
  if (linkError !== null) return linkFailure(linkError, stderrTail);
  if (ending === "timed_out") {
    return new McpClientError({
      code: "timeout",
      message: `The server did not answer server/discover within ${timeoutMs} ms.`,
      hint: "If it is slow to start, raise timeout_ms in its table. A server of an older protocol may also stay silent: upgrade it to 2026-07-28.",
      cause: thrown,
    });
  }
  return new McpClientError({
    code: "invalid_discover",
    message: "The server's answer to server/discover cannot be used.",
    hint: "The server has to be mended; nothing was called.",
    cause: thrown,
  });
}

function linkFailure(error: TransportError, stderrTail: string): McpClientError {
  if (error.serverError !== undefined) {
    return incompatible(offeredVersions(error.serverError.data), error.serverError);
  }
  if (error.status !== undefined && NOT_THIS_PROTOCOL.has(error.status)) {
    return new McpClientError({
      code: "incompatible_protocol",
      message: `${error.message} This is not how a 2026-07-28 endpoint answers server/discover.`,
      hint: "Check the url; if it is right: Upgrade the server to 2026-07-28; there is no legacy fallback.",
      cause: error,
    });
  }
  if (error.code !== "server_exited") {
    const { code, message, hint } = error;
    return new McpClientError({ code, message, hint, cause: error });
  }
  // Older servers end at the first method that they do not know (report 5, V11).
  return error.mayHaveRun && REFUSES_THE_METHOD.test(stderrTail)
    ? new McpClientError({
        code: "incompatible_protocol",
        message: `The server does not speak MCP ${PROTOCOL_VERSION}. It ended when it was asked server/discover.`,
        hint: `Upgrade the server to ${PROTOCOL_VERSION}; there is no legacy fallback. ${error.hint ?? ""}`.trim(),
        cause: error,
      })
    : new McpClientError({
        code: error.code,
        message: error.message,
        hint: `If it lacks a credential, map variables with env_from_env. If it speaks an older protocol, upgrade it to ${PROTOCOL_VERSION}. ${error.hint ?? ""}`.trim(),
        cause: error,
      });
}

function offeredVersions(data: unknown): readonly string[] | null {
  const supported = isJsonObject(data) ? data["supported"] : undefined;
  return Array.isArray(supported)
    ? supported.filter((version) => typeof version === "string")
    : null;
}
