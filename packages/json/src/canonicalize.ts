import type { JsonValue } from "./json-value.js";

export type CanonicalFormErrorCode = "not_finite" | "lone_surrogate" | "too_deep" | "not_json";

const SENTENCES: Readonly<Record<CanonicalFormErrorCode, string>> = {
  not_finite: "Expected numbers that JSON can write; got NaN or an infinity.",
  lone_surrogate: "Expected text of whole characters; got half of a surrogate pair.",
  too_deep: "Expected values nested at most 512 deep; got more, or a value that holds itself.",
  not_json:
    "Expected a JSON value; got undefined, a function, a symbol, a bigint or a class instance.",
};

/** A value without a canonical form was passed where a JSON value was promised: a broken contract. */
export class CanonicalFormError extends Error {
  override readonly name = "CanonicalFormError";
  readonly code: CanonicalFormErrorCode;

  constructor(code: CanonicalFormErrorCode) {
    super(SENTENCES[code]);
    this.code = code;
  }
}

/** More than any parser here lets through, and little enough for recursion. */
const MAX_DEPTH = 512;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_SURROGATE = 0xd800;
/** Longer text is worth the call of a function that is not written in JavaScript. */
const SHORT_TEXT = 32;

/**
 * The canonical form of a value (RFC 8785): one text for each value, members sorted by UTF-16 code units, numbers as ECMAScript prints
 * them (`-0` is `0`). Members that are undefined are left out, as `JSON.stringify` leaves them out. Throws a `CanonicalFormError` for
 * what has no such form; a value from `parseStrict` always has one, and one from `parseBounded` unless it holds half of a surrogate pair.
 */
export function canonicalize(value: JsonValue): string {
  return write(value, 0);
}

/** `depth` counts the containers around the value. */
function write(value: unknown, depth: number): string {
  if (typeof value === "string") return writeText(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new CanonicalFormError("not_finite");
    return String(value);
  }
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value !== "object") throw new CanonicalFormError("not_json");
  if (depth === MAX_DEPTH) throw new CanonicalFormError("too_deep");
  return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
}

function writeArray(elements: readonly unknown[], depth: number): string {
  let text = "[";
  let separator = "";
  for (const element of elements) {
    text += separator + write(element, depth + 1);
    separator = ",";
  }
  return `${text}]`;
}

function writeObject(value: object, depth: number): string {
  if (!isPlain(value)) throw new CanonicalFormError("not_json");
  let text = "{";
  let separator = "";
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member === undefined) continue;
    text += `${separator}${writeText(name)}:${write(member, depth + 1)}`;
    separator = ",";
  }
  return `${text}}`;
}

/** Plain objects of any realm: their prototype is the last of its chain. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function writeText(text: string): string {
  if (text.length <= SHORT_TEXT && isVerbatim(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new CanonicalFormError("lone_surrogate");
  return JSON.stringify(text);
}

/** Whether JSON writes the text as it stands. */
function isVerbatim(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < SPACE || code === QUOTE || code === BACKSLASH || code >= FIRST_SURROGATE) {
      return false;
    }
  }
  return true;
}
