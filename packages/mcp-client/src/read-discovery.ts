import { isJsonObject, type JsonObject } from "@perspt/json";
import * as v from "valibot";
import { excerpt } from "./excerpt.js";
import { type DiscoveredServer, PROTOCOL_VERSION } from "./mcp-client.js";
import { McpClientError } from "./mcp-client-error.js";

const MAX_VERSIONS = 64;
const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";

const DiscoverResult = v.looseObject({
  supportedVersions: v.pipe(v.array(v.string()), v.maxLength(MAX_VERSIONS)),
  capabilities: v.custom<JsonObject>(isJsonObject, "capabilities must be an object"),
});

const ServerInfo = v.looseObject({ name: v.string(), version: v.string() });

/** Reads the answer to `server/discover` (V20). Throws a `McpClientError` for an answer that no 2026-07-28 server gives. */
export function readDiscovery(result: unknown): DiscoveredServer {
  const parsed = v.safeParse(DiscoverResult, result);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new McpClientError({
      code: "invalid_discover",
      message: `The server's answer to server/discover is malformed: ${excerpt(`${v.getDotPath(issue) ?? "it"}: ${issue.message}`)}.`,
      hint: "The server has to be mended; nothing was called.",
    });
  }
  const { supportedVersions, capabilities } = parsed.output;
  if (!supportedVersions.includes(PROTOCOL_VERSION)) throw incompatible(supportedVersions);
  return {
    protocolVersion: PROTOCOL_VERSION,
    supportedVersions,
    capabilities,
    serverInfo: serverInfoOf(result),
  };
}

/**
 * The server speaks other revisions, or none that it names: there is no fallback. Whatever error a server answers `server/discover` with
 * means this (V11); its words are passed on.
 */
export function incompatible(
  offered: readonly string[] | null,
  answer: { readonly code: number; readonly message: string } | null = null,
): McpClientError {
  return new McpClientError({
    code: "incompatible_protocol",
    message: `The server does not speak MCP ${PROTOCOL_VERSION}. ${evidence(offered, answer)}`,
    hint: `Upgrade the server to ${PROTOCOL_VERSION}; there is no legacy fallback.`,
  });
}

function evidence(
  offered: readonly string[] | null,
  answer: { readonly code: number; readonly message: string } | null,
): string {
  if (offered !== null && offered.length > 0) {
    const names = offered.slice(0, 8).map((version) => excerpt(version));
    return `It offers ${names.join(", ")}.`;
  }
  return answer === null
    ? "It names no version that it speaks."
    : `It answered server/discover with error ${answer.code}: ${excerpt(answer.message)}.`;
}

function serverInfoOf(result: unknown): DiscoveredServer["serverInfo"] {
  const meta = isJsonObject(result) ? result["_meta"] : undefined;
  const candidates = [
    isJsonObject(meta) ? meta[SERVER_INFO_KEY] : undefined,
    isJsonObject(result) ? result["serverInfo"] : undefined,
  ];
  for (const candidate of candidates) {
    const info = v.safeParse(ServerInfo, candidate);
    if (info.success) return { name: info.output.name, version: info.output.version };
  }
  return null;
}
