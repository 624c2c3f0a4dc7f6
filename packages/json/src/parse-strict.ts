import { findAmbiguity } from "./find-ambiguity.js";
import { parseBounded } from "./parse-bounded.js";
import { type JsonLimits, type ParseResult, rejected } from "./parse-result.js";
import { readText } from "./read-text.js";

/** Bounds for the arguments of a call and for answers that a person types (T29). */
export const ARGUMENT_LIMITS: JsonLimits = { maxBytes: 1024 * 1024, maxDepth: 64 };

/**
 * JSON that somebody will decide on: everything that `parseBounded` refuses, and besides every text that two readers could read
 * differently (T31, T32). What was decided is then what can be sent.
 */
export function parseStrict(
  input: string | Uint8Array,
  limits: JsonLimits = ARGUMENT_LIMITS,
): ParseResult {
  const reading = readText(input, limits);
  if (reading.kind === "rejected") return reading;
  const result = parseBounded(reading.text, limits);
  if (result.kind === "rejected") return result;
  const ambiguity = findAmbiguity(reading.text);
  return ambiguity === null
    ? result
    : rejected("ambiguous_json", ambiguity.message, ambiguity.path);
}
