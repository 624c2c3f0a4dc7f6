import type { EntryFields } from "./entry-fields.js";
import { isRecord } from "./foreign-document.js";
import { type ForeignValue, readForeignValue, referenceTo } from "./foreign-value.js";

type NamedValue = readonly [name: string, value: ForeignValue];

/** A program's variables: those with a value, and those that Codex passes on by name alone. */
export function variablesOf(fields: EntryFields): ReadonlyMap<string, ForeignValue> {
  const forwarded: readonly unknown[] = fields.takeIf("env_vars", isList) ?? [];
  return new Map([
    ...forwarded.map((item): NamedValue => {
      const name = isRecord(item) ? item["name"] : item;
      return [typeof name === "string" ? name : "", reference(name)];
    }),
    ...valuesOf(fields, "environment"),
    ...valuesOf(fields, "env"),
  ]);
}

/** An address's headers: those with a value, and those that Codex reads from a variable. */
export function headersOf(fields: EntryFields): ReadonlyMap<string, ForeignValue> {
  const sources = Object.entries(fields.takeIf("env_http_headers", isRecord) ?? {});
  const token = fields.takeIf("bearer_token_env_var", isText);
  return new Map([
    ...valuesOf(fields, "http_headers"),
    ...valuesOf(fields, "headers"),
    ...sources.map(([name, variable]): NamedValue => [name, reference(variable)]),
    ...(token === undefined ? [] : [authorization(token)]),
  ]);
}

function valuesOf(fields: EntryFields, field: string): readonly NamedValue[] {
  const table = Object.entries(fields.takeIf(field, isRecord) ?? {});
  return table.map(([name, value]) => [name, readForeignValue(value)]);
}

function reference(name: unknown): ForeignValue {
  return typeof name === "string" ? referenceTo(name) : { kind: "unusable" };
}

/** Codex sends what the variable holds behind a word. */
function authorization(name: string): NamedValue {
  const rest = referenceTo(name);
  return [
    "Authorization",
    rest.kind === "reference" ? { kind: "prefixed", prefix: "Bearer", rest } : rest,
  ];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
