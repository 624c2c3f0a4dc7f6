import { roundTrips } from "./number-literal.js";
import { type Finding, type JsonLimits, quote } from "./parse-result.js";

const QUOTE = 0x22;
const COMMA = 0x2c;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const LETTER_E = 0x45;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const SMALL_LETTER_E = 0x65;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const FORBIDDEN = "__proto__";
/** Each character written as an escape, and the quotes. */
const LONGEST_FORBIDDEN = FORBIDDEN.length * 6 + 2;
/** Shorter whole numbers are held exactly by a double. */
const EXACT_DIGITS = 15;
/** A fraction of fewer digits is within a double's range. */
const OVERFLOWING_DIGITS = 300;

export interface WireScan {
  /** A bound that the text breaks: no parser may meet it. */
  readonly breach: Finding | null;
  /** What makes the text unacceptable if it is JSON at all. */
  readonly fault: Finding | null;
}

/**
 * One pass over a text before it is parsed, linear and without recursion (T29, T30, T32). The text need not be JSON: for one that is
 * not, only the breach means anything.
 */
export function scanWire(text: string, limits: JsonLimits): WireScan {
  const maxValues = limits.maxValues ?? Number.POSITIVE_INFINITY;
  let fault: Finding | null = null;
  let depth = 0;
  /** The root, and each place within a container; an empty container counts as one place. */
  let values = 1;
  let nextBackslash = indexOrEnd(text, "\\", 0);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      if (nextBackslash < index) nextBackslash = indexOrEnd(text, "\\", index);
      let end = indexOrEnd(text, '"', index + 1);
      if (nextBackslash < end) {
        end = endOfString(text, nextBackslash);
        fault ??= escapedFault(text, index, end);
      } else if (end - index === FORBIDDEN.length + 1) {
        fault ??= plainFault(text, index, end);
      }
      index = end;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      values += 1;
      if (depth > limits.maxDepth) return { breach: tooDeep(limits.maxDepth, index), fault };
      if (values > maxValues) return { breach: tooMany(maxValues, index), fault };
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    } else if (code === COMMA) {
      values += 1;
      if (values > maxValues) return { breach: tooMany(maxValues, index), fault };
    } else if (code === MINUS || (code >= DIGIT_0 && code <= DIGIT_9)) {
      const number = readNumber(text, index);
      fault ??= number.fault;
      index = number.end - 1;
    }
  }
  return { breach: null, fault };
}

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index === -1 ? text.length : index;
}

/** Index of the quote that ends a string, searched from an escape within it: the first quote behind an even number of backslashes. */
function endOfString(text: string, from: number): number {
  let quote = indexOrEnd(text, '"', from);
  while (quote < text.length && isEscaped(text, quote, from)) {
    quote = indexOrEnd(text, '"', quote + 1);
  }
  return quote;
}

function isEscaped(text: string, index: number, from: number): boolean {
  let start = index;
  while (start > from && text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (index - start) % 2 === 1;
}

/** Whole numbers must survive being read, since they may be ids (T32, report 23); fractions may be rounded, as every reader does. */
function readNumber(text: string, start: number): { end: number; fault: Finding | null } {
  let isWhole = true;
  let hasExponent = false;
  let end = start + 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code >= DIGIT_0 && code <= DIGIT_9) continue;
    if (code === POINT) isWhole = false;
    else if (code === LETTER_E || code === SMALL_LETTER_E) hasExponent = true;
    else if (code !== PLUS && code !== MINUS) break;
  }
  const isSafe = isWhole ? end - start <= EXACT_DIGITS : end - start < OVERFLOWING_DIGITS;
  return { end, fault: isSafe && !hasExponent ? null : numberFault(text.slice(start, end), start) };
}

function numberFault(literal: string, offset: number): Finding | null {
  const value = Number(literal);
  // What is no number at all is for the parser to report.
  if (Number.isNaN(value)) return null;
  if (Number.isFinite(value) && (/[.e]/i.test(literal) || roundTrips(literal))) return null;
  return {
    code: "ambiguous_json",
    offset,
    message: `Expected a number that JSON readers agree on; got ${quote(literal)}, which is read as ${value}. Longer numbers travel as text.`,
  };
}

function plainFault(text: string, start: number, end: number): Finding | null {
  return text.startsWith(FORBIDDEN, start + 1) && isName(text, end) ? forbidden(start) : null;
}

/** A string with escapes may spell the forbidden key. */
function escapedFault(text: string, start: number, end: number): Finding | null {
  if (end - start >= LONGEST_FORBIDDEN || !isName(text, end)) return null;
  return unescaped(text.slice(start, end + 1)) === FORBIDDEN ? forbidden(start) : null;
}

function unescaped(literal: string): string | null {
  try {
    const content: unknown = JSON.parse(literal);
    return typeof content === "string" ? content : null;
  } catch {
    return null;
  }
}

/** Whether a colon follows the string that ends here. */
function isName(text: string, end: number): boolean {
  let index = end + 1;
  while (/[ \t\n\r]/.test(text.charAt(index))) index += 1;
  return text.charCodeAt(index) === COLON;
}

function forbidden(offset: number): Finding {
  return {
    code: "forbidden_key",
    offset,
    message:
      "Expected no member named __proto__, which could reach every object of a program; got one.",
  };
}

function tooDeep(maxDepth: number, offset: number): Finding {
  return {
    code: "too_deep",
    offset,
    message: `Expected JSON nested at most ${maxDepth} deep; got more.`,
  };
}

function tooMany(maxValues: number, offset: number): Finding {
  return {
    code: "too_large",
    offset,
    message: `Expected at most ${maxValues} values; got more.`,
  };
}
