import { isUtf8 } from "node:buffer";
import type { JsonLimits, JsonProblem } from "./parse-result.js";

export type TextReading =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "rejected"; readonly problem: JsonProblem };

/** The input as text, once its size is known to be within bounds. Bytes must be UTF-8: nothing is replaced silently (report 17). */
export function readText(input: string | Uint8Array, limits: JsonLimits): TextReading {
  const bytes = typeof input === "string" ? Buffer.byteLength(input) : input.byteLength;
  if (bytes > limits.maxBytes) {
    return reject("too_large", `Expected at most ${limits.maxBytes} bytes of JSON; got ${bytes}.`);
  }
  if (typeof input === "string") return { kind: "text", text: input };
  if (!isUtf8(input)) {
    return reject("invalid_utf8", "Expected UTF-8 text; got bytes that are not UTF-8.");
  }
  return {
    kind: "text",
    text: Buffer.from(input.buffer, input.byteOffset, input.byteLength).toString("utf8"),
  };
}

function reject(code: JsonProblem["code"], message: string): TextReading {
  return { kind: "rejected", problem: { code, message, offset: null, path: null } };
}
