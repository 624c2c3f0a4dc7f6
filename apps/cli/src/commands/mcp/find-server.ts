import type { PersptConfig, ServerConfig } from "@perspt/config";
import { parseOperationName } from "@perspt/policy";

/** The server whose operation this is, by operation name or by alias; null for a name that is neither of a configured one. */
export function findServer({ servers }: PersptConfig, operation: string): ServerConfig | null {
  const id = parseOperationName(operation)?.server;
  const byAlias = (server: ServerConfig) => operation.startsWith(`mcp__${server.id}__`);
  return (
    servers.find((server) => server.id === id) ??
    // An id may begin like another one: the longest that fits is meant.
    servers.filter(byAlias).sort((left, right) => right.id.length - left.id.length)[0] ??
    null
  );
}
