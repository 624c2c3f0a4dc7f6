import type { TomlValue } from "smol-toml";
import { readToml } from "../toml/read-toml.js";
import { scanDocument } from "../toml/scan-document.js";
import type { KeyPart } from "../toml/scan-key.js";
import type { ScannedValue } from "../toml/scan-value.js";
import type { TextRange } from "../toml/text-range.js";
import { isTomlTable } from "../toml/toml-value.js";

/** A server as it stands in a text. */
export interface ServerPlace {
  /** Null where the table has none that is text. */
  readonly id: string | null;
  /**
   * Its statements from the first character to the last, in the order of the text. There are several where other tables stand between a
   * server's own.
   */
  readonly ranges: readonly TextRange[];
}

/** How a text spells its servers. */
export type ServersPlace =
  /** `[[external_tools]]`; also a text without any server. */
  | { readonly kind: "tables"; readonly servers: readonly ServerPlace[] }
  /** `external_tools = [{ … }]`; the servers are its elements. */
  | { readonly kind: "list"; readonly list: TextRange; readonly servers: readonly ServerPlace[] }
  /** No TOML, or servers that are no list. */
  | { readonly kind: "unreadable" };

const SERVERS = "external_tools";

/** Finds the servers of a configuration's text, however TOML spells them. */
export function findServers(text: string): ServersPlace {
  const reading = readToml(text);
  if (reading.kind !== "parsed") return { kind: "unreadable" };
  const value = reading.table[SERVERS] ?? [];
  if (!Array.isArray(value)) return { kind: "unreadable" };
  const ids = value.map(idOf);
  const list = findList(text);
  if (list === null) {
    const ranges = findTables(text);
    return {
      kind: "tables",
      servers: ids.map((id, index) => ({ id, ranges: ranges[index] ?? [] })),
    };
  }
  return {
    kind: "list",
    list: list.range,
    servers: ids.map((id, index) => {
      const element = list.elements[index];
      return { id, ranges: element === undefined ? [] : [element.range] };
    }),
  };
}

function idOf(server: TomlValue): string | null {
  const id = isTomlTable(server) ? server["id"] : undefined;
  return typeof id === "string" ? id : null;
}

function findList(text: string): Extract<ScannedValue, { readonly kind: "array" }> | null {
  for (const statement of scanDocument(text)) {
    if (statement.kind !== "pair") return null;
    const { key, value } = statement.pair;
    if (isServers(key) && key.length === 1) return value.kind === "array" ? value : null;
  }
  return null;
}

/** The ranges of each `[[external_tools]]`: its own statements and those of every table inside it, wherever they stand. */
function findTables(text: string): readonly (readonly TextRange[])[] {
  const servers: TextRange[][] = [];
  let isInside = false;
  for (const statement of scanDocument(text)) {
    if (statement.kind !== "pair") {
      const { key, range } = statement;
      const isInner = isServers(key) && key.length > 1;
      const isOwn = isServers(key) && key.length === 1;
      if (isOwn) servers.push([range]);
      else if (isInner && !isInside) servers.at(-1)?.push(range);
      isInside = isOwn || isInner;
    }
    if (isInside) extendLast(servers.at(-1), statement.range.end);
  }
  return servers;
}

function extendLast(ranges: TextRange[] | undefined, end: number): void {
  const last = ranges?.pop();
  if (last !== undefined) ranges?.push({ start: last.start, end });
}

function isServers(key: readonly KeyPart[]): boolean {
  return key[0]?.name === SERVERS;
}
