import { quote } from "@perspt/kernel";
import type { TomlTable } from "smol-toml";
import type { TomlPath } from "../toml/toml-index.js";
import { isTomlTable } from "../toml/toml-value.js";
import { isSecretValue } from "../words/secrets.js";

export interface Place {
  /** The table as TOML names it; null for the file as a whole. */
  readonly table: string | null;
  /** The rest of the path; null for the table as a whole. */
  readonly key: string | null;
}

/** Names a place the way its author thinks of it: `[[external_tools]] "docs"` and `timeout_ms`. */
export function describePlace(path: TomlPath, document: TomlTable): Place {
  const [first, second, third, fourth] = path;
  if (first === "external_tools" && typeof second === "number") {
    const server = describeServer(second, document);
    if (third === "tools" && typeof fourth === "string") {
      return {
        table: `[external_tools.tools.${nameOf(fourth)}] of ${server}`,
        key: joinKeys(path.slice(4)),
      };
    }
    return { table: `[[external_tools]] ${server}`, key: joinKeys(path.slice(2)) };
  }
  if (first === "models" && typeof second === "string") {
    return { table: `[models.${nameOf(second)}]`, key: joinKeys(path.slice(2)) };
  }
  if (first === "tui" && second === "keys" && typeof third === "string") {
    return { table: "[tui.keys]", key: joinKeys(path.slice(2)) };
  }
  if (first === "tui") return { table: "[tui]", key: joinKeys(path.slice(1)) };
  if (first === "model" || first === "models" || first === "chat" || first === "agent") {
    return { table: `[${first}]`, key: joinKeys(path.slice(1)) };
  }
  return { table: null, key: joinKeys(path) };
}

/** A server by its id, or by its number from 1 where it has none to be called by. */
function describeServer(index: number, document: TomlTable): string {
  const servers = document["external_tools"];
  const server = Array.isArray(servers) ? servers[index] : undefined;
  const id = isTomlTable(server) ? server["id"] : undefined;
  const isName = typeof id === "string" && id !== "" && !isSecretValue(id);
  return isName ? quote(id) : `number ${index + 1}`;
}

function joinKeys(path: TomlPath): string | null {
  const text = path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${nameOf(step)}`))
    .join("")
    .replace(/^\./, "");
  return text === "" ? null : text;
}

function nameOf(key: string): string {
  return /^[A-Za-z0-9_-]{1,120}$/.test(key) ? key : quote(key);
}
