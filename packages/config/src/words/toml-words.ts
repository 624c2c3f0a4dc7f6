import { tomlString } from "@perspt/policy";
import { TomlDate, type TomlTable, type TomlValue } from "smol-toml";

const BARE_KEY = /^[A-Za-z0-9_-]+$/;

/** A key as TOML writes it: bare where it can be. */
export function writeKey(name: string): string {
  return BARE_KEY.test(name) ? name : writeText(name);
}

/** A text as a basic string on one line, everything invisible escaped; without backticks, which sentences put around TOML. */
export function writeText(text: string): string {
  return tomlString(text).replaceAll("`", "\\u0060");
}

/** A value on one line. */
export function writeValue(value: TomlValue): string {
  if (typeof value === "string") return writeText(value);
  if (Array.isArray(value)) return `[${value.map(writeValue).join(", ")}]`;
  if (value instanceof TomlDate) return value.toISOString();
  return isTable(value) ? writeInlineTable(value) : String(value);
}

/** `key = value`, the value as `writeValue` writes it. */
export function writePair(key: string, value: TomlValue): string {
  return `${writeKey(key)} = ${writeValue(value)}`;
}

/** A table of the parser's, or one that is written in code. */
function isTable(value: TomlValue): value is TomlTable {
  return typeof value === "object" && !Array.isArray(value);
}

function writeInlineTable(table: TomlTable): string {
  const pairs = Object.entries(table).map(([key, value]) => writePair(key, value));
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}
