import { isJsonArray, type JsonObject, type JsonValue } from "./json-value.js";

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Backspace, tab, line feed, form feed and carriage return have escapes of two characters; other control characters of six. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/**
 * How many bytes of UTF-8 `JSON.stringify` would write for a value. Nothing is written, so that a long text costs neither a copy nor
 * the time to make one; depth costs no stack.
 */
export function serializedBytes(root: JsonValue): number {
  const pending: JsonValue[] = [root];
  let bytes = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") bytes += textBytes(value);
    else if (typeof value === "number") bytes += Number.isFinite(value) ? `${value}`.length : 4;
    else if (typeof value === "boolean") bytes += value ? 4 : 5;
    else if (value === null || value === undefined) bytes += 4;
    else bytes += isJsonArray(value) ? openArray(value, pending) : openObject(value, pending);
  }
  return bytes;
}

/** Brackets and commas; the elements are left to be counted. */
function openArray(elements: readonly JsonValue[], pending: JsonValue[]): number {
  for (const element of elements) pending.push(element);
  return 2 + Math.max(0, elements.length - 1);
}

/** Braces, commas, and names with their colons; the values are left to be counted. Members that are undefined are not written. */
function openObject(object: JsonObject, pending: JsonValue[]): number {
  let bytes = 1;
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined) continue;
    bytes += textBytes(name) + 2;
    pending.push(member);
  }
  return Math.max(2, bytes);
}

function textBytes(text: string): number {
  let bytes = text.length + 2;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) {
      if (code < 0x800) bytes += 1;
      else if (code < 0xd800 || code > 0xdfff) bytes += 2;
      else if (isPairAt(text, index, code)) {
        // Four bytes for two characters.
        bytes += 2;
        index += 1;
      } else {
        // Half of a pair is escaped.
        bytes += 5;
      }
    } else if (code < SPACE) {
      bytes += SHORT_ESCAPES.has(code) ? 1 : 5;
    } else if (code === QUOTE || code === BACKSLASH) {
      bytes += 1;
    }
  }
  return bytes;
}

function isPairAt(text: string, index: number, code: number): boolean {
  const next = text.charCodeAt(index + 1);
  return code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff;
}
