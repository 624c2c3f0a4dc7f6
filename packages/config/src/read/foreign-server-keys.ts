import type { TomlTable, TomlValue } from "smol-toml";
import { isTomlTable } from "../toml/toml-value.js";
import { remove, rename, write } from "../words/fix.js";
import { writeKey, writePair } from "../words/toml-words.js";
import { toVariableName } from "../words/variable-names.js";
import type { TableScope } from "./table-scope.js";

/** Keys that other clients have where this one has another: what to write for them here. */
export function adviseOnServerKey(scope: TableScope) {
  return (key: string, value: TomlValue | undefined): string | null => {
    switch (key) {
      case "env":
      case "environment":
        return mapped(scope, key, "env_from_env", value, (name) => name);
      case "headers":
      case "http_headers":
        return mapped(scope, key, "headers_from_env", value, (name) => toVariableName(name));
      case "args":
        return remove(key, "and put its words behind the program in command");
      case "type":
        return scope.has("transport") ? remove(key) : rename("transport");
      case "name":
        return scope.has("id") ? remove(key) : rename("id");
      case "cwd":
        return remove(key, "the server starts in the agent's workspace, and for chat in your home");
      case "disabled":
      case "enabled":
        return remove(key, "to switch a server off, put # before each line of its tables");
      default:
        return null;
    }
  };
}

/** Literal values become the names of variables; the values are never repeated (T21). */
function mapped(
  scope: TableScope,
  key: string,
  into: string,
  value: TomlValue | undefined,
  sourceOf: (name: string) => string,
): string {
  if (scope.has(into) || !isTomlTable(value)) return remove(writeKey(key), `and use ${into}`);
  const sources: TomlTable = Object.fromEntries(
    Object.keys(value).map((name) => [name, sourceOf(name)]),
  );
  return write(writePair(into, sources), "and set those variables where perspt starts");
}
