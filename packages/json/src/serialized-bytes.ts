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
  return total(root, textBytes);
}

/** Whether `serializedBytes` of a value is at most this. Most values are so much shorter that their texts need not be read. */
export function serializesWithin(root: JsonValue, maxBytes: number): boolean {
  return total(root, mostTextBytes) <= maxBytes || total(root, textBytes) <= maxBytes;
}

function total(root: JsonValue, bytesOf: (text: string) => number): number {
  const pending: JsonValue[] = [root];
  let bytes = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") bytes += bytesOf(value);
    else if (typeof value === "number") bytes += Number.isFinite(value) ? `${value}`.length : 4;
    else if (typeof value === "boolean") bytes += value ? 4 : 5;
    else if (value === null || value === undefined) bytes += 4;
    else
      bytes += isJsonArray(value) ? openArray(value, pending) : openObject(value, pending, bytesOf);
  }
  return bytes;
}

/** Brackets and commas; the elements are left to be counted. */
function openArray(elements: readonly JsonValue[], pending: JsonValue[]): number {
  for (const element of elements) pending.push(element);
  return 2 + Math.max(0, elements.length - 1);
}

/** Braces, commas, and names with their colons; the values are left to be counted. Members that are undefined are not written. */
function openObject(
  object: JsonObject,
  pending: JsonValue[],
  bytesOf: (text: string) => number,
): number {
  let bytes = 1;
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined) continue;
    bytes += bytesOf(name) + 2;
    pending.push(member);
  }
  return Math.max(2, bytes);
}

/** Most that a character is written as: `\u001f`. */
const LONGEST_CHARACTER = 6;
/** Longer texts are worth a look at what is in them. */
const LONG_TEXT = 4096;
/** What is written with six characters: control characters without an escape of their own, and halves of pairs, which this takes all for. */
const RARE = /[^\b\t\n\f\r -\ud7ff\ue000-\uffff]/;
/** Those of them that are ASCII. */
const RARE_ASCII: readonly string[] = Array.from({ length: SPACE }, (_, code) => code)
  .filter((code) => !SHORT_ESCAPES.has(code))
  .map((code) => String.fromCharCode(code));

/** No less than `textBytes`, and found without reading the text character by character. */
function mostTextBytes(text: string): number {
  if (text.length < LONG_TEXT) return text.length * LONGEST_CHARACTER + 2;
  const bytes = Buffer.byteLength(text);
  return hasRare(text, bytes)
    ? text.length * LONGEST_CHARACTER + 2
    : // Nothing in it is written with more than one character besides its own bytes.
      bytes + text.length + 2;
}

/** Looking through ASCII for each of some characters is several times faster than one look for any of them. */
function hasRare(text: string, bytes: number): boolean {
  return bytes === text.length
    ? RARE_ASCII.some((character) => text.includes(character))
    : RARE.test(text);
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
