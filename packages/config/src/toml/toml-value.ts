import type { TomlTable } from "smol-toml";

/** Whether a value is a table as the parser makes it: no list, no date, and without a prototype to trip over (T33). */
export function isTomlTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}
