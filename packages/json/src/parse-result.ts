import type { JsonValue } from "./json-value.js";

/** Why a text is not taken as JSON. Stable. */
export type JsonProblemCode =
  | "invalid_utf8"
  | "invalid_json"
  | "too_large"
  | "too_deep"
  | "forbidden_key"
  | "ambiguous_json";

export interface JsonProblem {
  readonly code: JsonProblemCode;
  /** One sentence: what was expected, what came. It quotes nothing of the text but a bounded, escaped key or number. */
  readonly message: string;
  /** JSON pointer of the offending value, where it is known. */
  readonly path: string | null;
}

export type ParseResult =
  | { readonly kind: "parsed"; readonly value: JsonValue }
  | { readonly kind: "rejected"; readonly problem: JsonProblem };

export interface JsonLimits {
  /** Longest text, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Most arrays and objects that lie within each other; a bare value has depth 0. */
  readonly maxDepth: number;
}

export function rejected(
  code: JsonProblemCode,
  message: string,
  path: string | null = null,
): { readonly kind: "rejected"; readonly problem: JsonProblem } {
  return { kind: "rejected", problem: { code, message, path } };
}
