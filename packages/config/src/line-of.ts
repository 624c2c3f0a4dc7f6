import type { ServerConfig } from "./perspt-config.js";

/** What of a server's table a hint is about. */
export type ServerPlace =
  | { readonly kind: "table" }
  /** A key of the table by its TOML name. */
  | { readonly kind: "key"; readonly key: string }
  /** A variable or header that a value is mapped to. */
  | { readonly kind: "mapping"; readonly name: string }
  /** A tool's policy table, by exact remote name. */
  | { readonly kind: "tool"; readonly tool: string };

/**
 * The line to change, as editors understand it: `config.toml:12`. What the file does not say is looked for at the server's header; null
 * for a server that was built in code.
 */
export function lineOf({ source }: ServerConfig, place: ServerPlace): string | null {
  if (source === null) return null;
  const position = positionIn(source, place) ?? source.table;
  return `${source.file}:${position.line}`;
}

function positionIn(source: NonNullable<ServerConfig["source"]>, place: ServerPlace) {
  switch (place.kind) {
    case "table":
      return source.table;
    case "key":
      return source.keys.get(place.key);
    case "mapping":
      return source.mappings.get(place.name);
    case "tool":
      return source.tools.get(place.tool);
  }
}
