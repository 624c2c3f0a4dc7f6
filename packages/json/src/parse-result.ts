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
  /** What was expected, what came. It quotes nothing of the text but a bounded, escaped piece. */
  readonly message: string;
  /** Where in the text, in UTF-16 units from its start; null where it is about the text as a whole. */
  readonly offset: number | null;
  /** JSON pointer of the value that was being read there; null where there is none or it is very long. */
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
  /** Most values in the text, containers included: a bound on memory, which many small values take more of than few long ones. */
  readonly maxValues?: number;
}

/** A problem at one place of the text; its pointer is found out when it is reported. */
export interface Finding {
  readonly code: JsonProblemCode;
  readonly message: string;
  readonly offset: number;
}

const LONGEST_QUOTE = 60;

/** A bounded, escaped quotation of a stranger's text. */
export function quote(text: string): string {
  const shown = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return JSON.stringify(shown.toWellFormed());
}
