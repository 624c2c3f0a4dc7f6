import { type JsonValue, parseBounded } from "@perspt/json";
import { excerpt } from "./excerpt.js";

/** Deepest nesting that is accepted from a server (T29). */
export const MAX_RESULT_DEPTH = 128;

export type DecodedFrame =
  | { readonly kind: "json"; readonly value: JsonValue }
  /** `reason` says why, in a printable sentence. */
  | { readonly kind: "unreadable"; readonly reason: string };

/**
 * Decodes one message's bytes strictly: invalid UTF-8 is an error, never a replacement character (report 17). Its length was
 * bounded while it was collected. Pure.
 */
export function decodeFrame(bytes: Uint8Array): DecodedFrame {
  const content = withoutByteOrderMark(bytes);
  const parsed = parseBounded(content, { maxBytes: content.length, maxDepth: MAX_RESULT_DEPTH });
  return parsed.kind === "parsed"
    ? { kind: "json", value: parsed.value }
    : { kind: "unreadable", reason: excerpt(parsed.problem.message) };
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}
