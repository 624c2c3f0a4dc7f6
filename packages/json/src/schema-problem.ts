import { isJsonArray, isJsonObject, type JsonValue } from "./json-value.js";
import { quote } from "./parse-result.js";

export type SchemaProblemCode =
  | "not_an_object_schema"
  | "too_large"
  | "too_deep"
  | "too_many_subschemas"
  | "too_many_enum_values"
  | "invalid_keyword"
  | "nested_id"
  | "remote_reference"
  | "unresolved_reference"
  | "endless_reference"
  | "unknown_dialect";

export interface SchemaProblem {
  readonly code: SchemaProblemCode;
  /** JSON pointer within the schema. */
  readonly path: string;
  /** What was expected, what came. It quotes the schema, bounded and escaped as JSON: sanitise before it is shown. */
  readonly message: string;
}

export function problem(code: SchemaProblemCode, path: string, message: string): SchemaProblem {
  return { code, path, message };
}

/** A bounded rendering of a value that a stranger wrote. */
export function show(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  if (isJsonArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  return typeof value === "string" ? quote(value) : String(value);
}
