import type { ServerConfig, ServerTransport } from "@perspt/config";
import type { Machine } from "./machine/machine.js";

/** The values of every variable that the servers' tables map to a child or a header: what no record may hold (journal.md, Secrets). */
export function mappedValues(
  servers: readonly ServerConfig[],
  environment: Machine["environment"],
): readonly string[] {
  const names = servers.flatMap(({ transport }) => [...variableSources(transport).values()]);
  return [...new Set(names)].flatMap((name) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    return value === undefined || value === "" ? [] : [value];
  });
}

/** The name that a server sees → the variable that its value is read from. */
export function variableSources(transport: ServerTransport): ReadonlyMap<string, string> {
  switch (transport.kind) {
    case "stdio":
      return transport.environmentSources;
    case "streamable_http":
      return transport.headerSources;
  }
}
