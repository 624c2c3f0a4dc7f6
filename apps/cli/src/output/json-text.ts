import type { JsonValue } from "@perspt/json";
import { findInvisible } from "@perspt/text";

/**
 * A document as one line of JSON that a terminal can show: what is invisible, or would be obeyed by a terminal, stands as `\uXXXX`
 * (report 25). Any JSON parser gives the same value back.
 */
export function jsonText(value: JsonValue): string {
  let rest = JSON.stringify(value);
  let text = "";
  for (let found = findInvisible(rest); found !== null; found = findInvisible(rest)) {
    const end = found.index + String.fromCodePoint(found.codePoint).length;
    text += rest.slice(0, found.index) + escapeUnits(rest.slice(found.index, end));
    rest = rest.slice(end);
  }
  return text + rest;
}

function escapeUnits(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
