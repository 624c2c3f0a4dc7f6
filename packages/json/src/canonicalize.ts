import serialize from "canonicalize";
import type { JsonValue } from "./json-value.js";

export type CanonicalFormErrorCode = "not_finite" | "lone_surrogate" | "not_json";

/** A value without a canonical form was passed where a JSON value was promised: a broken contract. */
export class CanonicalFormError extends Error {
  override readonly name = "CanonicalFormError";
  readonly code: CanonicalFormErrorCode;

  constructor(code: CanonicalFormErrorCode, options: ErrorOptions = {}) {
    super(`This value has no canonical JSON form (${code}).`, options);
    this.code = code;
  }
}

/**
 * The canonical form of a value (RFC 8785): one text for each value, members sorted by UTF-16 code units, numbers as ECMAScript prints
 * them. Throws a `CanonicalFormError` for numbers that are not finite, half surrogate pairs, and what is not JSON.
 */
export function canonicalize(value: JsonValue): string {
  let text: string | undefined;
  try {
    text = serialize(value);
  } catch (error) {
    throw new CanonicalFormError(reasonOf(error), { cause: error });
  }
  if (text === undefined) throw new CanonicalFormError("not_json");
  return text;
}

function reasonOf(error: unknown): CanonicalFormErrorCode {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("NaN") || message.includes("Infinity")) return "not_finite";
  return message.includes("surrogate") ? "lone_surrogate" : "not_json";
}
