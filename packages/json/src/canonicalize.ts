import serialize from "canonicalize";
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

/** More than any parser here lets through, and little enough for the serialiser's recursion. */
const MAX_DEPTH = 512;

/**
 * The canonical form of a value (RFC 8785): one text for each value, members sorted by UTF-16 code units, numbers as ECMAScript prints
 * them (`-0` is `0`). Members that are undefined are left out, as `JSON.stringify` leaves them out. Throws a `CanonicalFormError` for
 * what has no such form; a value from `parseStrict` always has one, and one from `parseBounded` unless it holds half of a surrogate pair.
 */
export function canonicalize(value: JsonValue): string {
  const problem = findProblem(value);
  if (problem !== null) throw new CanonicalFormError(problem);
  const text = serialize(value);
  if (text === undefined) throw new CanonicalFormError("not_json");
  return text;
}

/** Looks before the serialiser does, and without recursion: it writes no JSON for a function, and overflows the stack on deep values. */
function findProblem(root: unknown): CanonicalFormErrorCode | null {
  const pending: unknown[] = [root];
  /** For each container that is being read, how many values were pending before its own. */
  const open: number[] = [];
  while (pending.length > 0) {
    while (open.at(-1) === pending.length) open.pop();
    const value = pending.pop();
    if (typeof value === "string") {
      if (!value.isWellFormed()) return "lone_surrogate";
    } else if (typeof value === "number") {
      if (!Number.isFinite(value)) return "not_finite";
    } else if (typeof value !== "object") {
      if (typeof value !== "boolean") return "not_json";
    } else if (value !== null) {
      if (open.length >= MAX_DEPTH) return "too_deep";
      open.push(pending.length);
      if (!pushContents(value, pending)) return "not_json";
    }
  }
  return null;
}

/** Elements, or names and values. False for what is neither an array nor a plain object. */
function pushContents(value: object, pending: unknown[]): boolean {
  if (Array.isArray(value)) {
    for (const element of value) pending.push(element);
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) pending.push(name, member);
  }
  // Plain objects of any realm: their prototype is the last of its chain.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
