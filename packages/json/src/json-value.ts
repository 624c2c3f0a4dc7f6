/** Any value that JSON text can hold. Values are read-only: nothing in Perspt edits a parsed document. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object as parsed. Look members up with `Object.hasOwn`: names come from strangers. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** True for a JSON object, false for arrays, null and primitives. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a JSON array. What `Array.isArray` says of a read-only list is less than this. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** `JSON.parse` under the type of what it gives. Throws a `SyntaxError`. */
export const parseJson: (text: string) => JsonValue = JSON.parse;
