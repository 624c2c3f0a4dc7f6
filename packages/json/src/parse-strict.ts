import { findAmbiguity } from "./find-ambiguity.js";
import { parseText, rejected } from "./parse-bounded.js";
import type { JsonLimits, ParseResult } from "./parse-result.js";
import { readText } from "./read-text.js";

/** Bounds for the arguments of a call and for answers that a person types (T29). */
export const ARGUMENT_LIMITS: JsonLimits = { maxBytes: 1024 * 1024, maxDepth: 64 };

/**
 * JSON that somebody will decide on: everything that `parseBounded` refuses, and besides every text that two readers could read
 * differently: a name given twice (T31), half of a surrogate pair, and any number that does not survive being read, such as `1e400`,
 * `9007199254740993`, `-0` (whose canonical form is `0`) or a fraction with more digits than a double holds (T32). What was decided is
 * then what can be sent, and always has a canonical form.
 */
export function parseStrict(
  input: string | Uint8Array,
  limits: JsonLimits = ARGUMENT_LIMITS,
): ParseResult {
  const reading = readText(input, limits);
  if (reading.kind === "rejected") return reading;
  const result = parseText(reading.text, limits);
  if (result.kind === "rejected") return result;
  const ambiguity = findAmbiguity(reading.text);
  return ambiguity === null ? result : rejected(reading.text, ambiguity);
}
