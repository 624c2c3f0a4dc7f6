import { type JsonValue, parseJson } from "./json-value.js";
import { located, syntaxFinding } from "./locate.js";
import type { Finding, JsonLimits, ParseResult } from "./parse-result.js";
import { readText } from "./read-text.js";
import { scanWire } from "./scan-wire.js";

/**
 * JSON from the wire. Size, encoding and depth are checked before `JSON.parse` sees the text (T29). Refused besides: a member named
 * `__proto__` in any spelling (T30), a whole number that a double does not hold, since it may be an id, and a number beyond a double's
 * range (T32).
 *
 * Otherwise it reads as `JSON.parse` does: of a name given twice the last value counts, fractions are rounded, and half of a surrogate
 * pair stays, for which `canonicalize` throws. Use `parseStrict` for what is decided on.
 */
export function parseBounded(input: string | Uint8Array, limits: JsonLimits): ParseResult {
  const reading = readText(input, limits);
  return reading.kind === "rejected" ? reading : parseText(reading.text, limits);
}

/** The same for a text whose size is known. */
export function parseText(text: string, limits: JsonLimits): ParseResult {
  const { breach, fault } = scanWire(text, limits);
  if (breach !== null) return rejected(text, breach);
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    return rejected(text, syntaxFinding(text));
  }
  return fault === null ? { kind: "parsed", value } : rejected(text, fault);
}

export function rejected(text: string, finding: Finding): ParseResult {
  return { kind: "rejected", problem: located(text, finding) };
}
