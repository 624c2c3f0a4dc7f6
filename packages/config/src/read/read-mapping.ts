import type { TomlValue } from "smol-toml";
import { describeValue, hideValue } from "../words/describe-value.js";
import { write } from "../words/fix.js";
import { isSecretValue } from "../words/secrets.js";
import { writePair } from "../words/toml-words.js";
import { isVariableName, toVariableName } from "../words/variable-names.js";
import type { TableScope } from "./table-scope.js";

export type MappingKey = "env_from_env" | "headers_from_env";

/** Reads a table of target to source variable; empty where there is none. No value is ever shown (T21). */
export function readMapping(scope: TableScope, key: MappingKey): ReadonlyMap<string, string> {
  if (!scope.has(key)) return new Map();
  const mapping = scope.open([key], scope.get(key), {
    expected: `a table of names, such as ${exampleOf(key)}`,
    fix: write(exampleOf(key)),
  });
  if (mapping === null) return new Map();
  const sources = new Map<string, string>();
  for (const [target, source] of Object.entries(mapping.table)) {
    if (typeof source === "string" && isVariableName(source) && !isSecretValue(source)) {
      sources.set(target, source);
    } else {
      reportSource(mapping, target, source);
    }
  }
  return sources;
}

function reportSource(mapping: TableScope, target: string, source: TomlValue): void {
  const isText = typeof source === "string";
  const isSecret = isText && isSecretValue(source);
  mapping.problem({
    path: [target],
    code: isSecret ? "literal_secret" : isText ? "invalid_value" : "wrong_type",
    expected: "the name of an environment variable (letters, digits and _)",
    received: isText ? describeSource(source) : describeValue(source),
    fix: write(writePair(target, meantSource(source) ?? toVariableName(target))),
  });
}

function describeSource(source: string): string {
  return isSecretValue(source) ? "what looks like a secret (not shown)" : hideValue(source);
}

/** Shells write `$NAME` and `${NAME}` where this file has the name alone. */
function meantSource(source: TomlValue): string | null {
  if (typeof source !== "string") return null;
  const [, name = ""] = /^\$\{?([A-Za-z_][A-Za-z0-9_]*)(?::?-[^}]*)?\}?$/.exec(source) ?? [];
  return name === "" ? null : name;
}

function exampleOf(key: MappingKey): string {
  return key === "env_from_env"
    ? 'env_from_env = { DOCS_TOKEN = "COMPANY_DOCS_TOKEN" }'
    : 'headers_from_env = { Authorization = "RECORDS_AUTHORIZATION" }';
}
