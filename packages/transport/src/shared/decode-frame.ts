import { type JsonValue, parseBounded } from "@perspt/json";
import { excerpt } from "./excerpt.js";

/** Deepest nesting that is accepted from a server (T29). */
export const MAX_RESULT_DEPTH = 128;

export type DecodedFrame =
  | { readonly kind: "json"; readonly value: JsonValue }
  /** `reason` ends the sentence "the message is …". */
  | { readonly kind: "unreadable"; readonly reason: string };

/** Decodes one message's bytes strictly: invalid UTF-8 is an error, never a replacement character (report 17). Pure. */
export function decodeFrame(bytes: Uint8Array): DecodedFrame {
  const text = decodeUtf8(bytes);
  if (text === null) return { kind: "unreadable", reason: "not valid UTF-8" };
  const parsed = parseBounded(text, { maxDepth: MAX_RESULT_DEPTH });
  if (parsed.ok) return { kind: "json", value: parsed.value };
  return { kind: "unreadable", reason: `refused as JSON: ${excerpt(parsed.error.message)}` };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
