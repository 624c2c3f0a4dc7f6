import type { Mode } from "@perspt/kernel";
import type { TomlValue } from "smol-toml";

/** A server that is to be written into a configuration: what a person decides on when they add one; everything else has its default. */
export interface NewServer {
  readonly id: string;
  readonly transport: NewTransport;
  /** Empty: not written, which means agent alone. */
  readonly modes: readonly Mode[];
  /** Milliseconds; null: not written. */
  readonly timeoutMs: number | null;
}

export type NewTransport =
  | {
      readonly kind: "stdio";
      readonly command: readonly string[];
      /** The child's variable → the variable that its value is read from. */
      readonly environmentSources: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: "streamable_http";
      readonly url: string;
      /** The header → the variable that its value is read from. */
      readonly headerSources: ReadonlyMap<string, string>;
    };

/** The keys of a server's table in the order in which they are written. */
export function tableOf(server: NewServer): ReadonlyMap<string, TomlValue> {
  const { id, transport, modes, timeoutMs } = server;
  return new Map<string, TomlValue>([
    ["id", id],
    ["transport", transport.kind],
    ...endpointPairs(transport),
    ...(modes.length === 0 ? [] : pair("modes", [...modes])),
    ...(timeoutMs === null ? [] : pair("timeout_ms", timeoutMs)),
    ...mappingPairs(transport),
  ]);
}

type Pair = readonly [key: string, value: TomlValue];

function endpointPairs(transport: NewTransport): readonly Pair[] {
  switch (transport.kind) {
    case "stdio":
      return pair("command", [...transport.command]);
    case "streamable_http":
      return pair("url", transport.url);
  }
}

function mappingPairs(transport: NewTransport): readonly Pair[] {
  switch (transport.kind) {
    case "stdio":
      return mappingPair("env_from_env", transport.environmentSources);
    case "streamable_http":
      return mappingPair("headers_from_env", transport.headerSources);
  }
}

function mappingPair(key: string, sources: ReadonlyMap<string, string>): readonly Pair[] {
  return sources.size === 0 ? [] : pair(key, Object.fromEntries(sources));
}

function pair(key: string, value: TomlValue): readonly Pair[] {
  return [[key, value]];
}
