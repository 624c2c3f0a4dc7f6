import { GENERAL_CATEGORIES } from "./general-categories.js";

/** White space of ECMAScript's `\s`, which RE2 takes to be ASCII, as ranges for a class; and the rest of Unicode. */
const SPACE =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const NOT_SPACE =
  "\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
const NOT_LINE_END = "[^\\n\\r\\x{2028}\\x{2029}]";

/** Escapes that both languages read alike, outside and inside a class. */
const SAME_ESCAPES = "dDwWtnvfr";

/**
 * The same regular expression in RE2's language; null for what RE2 cannot say: look-around, back-references, flags within the pattern,
 * half of a surrogate pair, and letters without a meaning in ECMAScript. The pattern is read as ECMA-262 reads it with the flag `u`,
 * and the escapes of punctuation that only the older grammar allows are taken literally.
 */
export function toRe2(pattern: string): string | null {
  if (!pattern.isWellFormed()) return null;
  let result = "";
  let index = 0;
  while (index < pattern.length) {
    const part = partAt(pattern, index);
    if (part === null) return null;
    result += part.text;
    index = part.end;
  }
  return result;
}

/** A piece of the translation, and where the pattern goes on after it. */
interface Part {
  readonly text: string;
  readonly end: number;
}

function partAt(pattern: string, index: number): Part | null {
  const character = pattern.charAt(index);
  switch (character) {
    case "\\":
      return assertionAt(pattern, index) ?? escapeAt(pattern, index, "outside");
    case "[":
      return classAt(pattern, index);
    case "(":
      return groupAt(pattern, index);
    case ".":
      return { text: NOT_LINE_END, end: index + 1 };
    default:
      return { text: character, end: index + 1 };
  }
}

function assertionAt(pattern: string, index: number): Part | null {
  const letter = pattern.charAt(index + 1);
  return letter === "b" || letter === "B" ? { text: `\\${letter}`, end: index + 2 } : null;
}

const NAMED_GROUP = /\?<[\p{ID_Start}$_][\p{ID_Continue}$]*>/uy;

/** Nothing looks at what a group matched: every group is one for grouping alone. */
function groupAt(pattern: string, index: number): Part | null {
  if (pattern.charAt(index + 1) !== "?") return { text: "(?:", end: index + 1 };
  if (pattern.charAt(index + 2) === ":") return { text: "(?:", end: index + 3 };
  NAMED_GROUP.lastIndex = index + 1;
  return NAMED_GROUP.test(pattern) ? { text: "(?:", end: NAMED_GROUP.lastIndex } : null;
}

function classAt(pattern: string, start: number): Part | null {
  const isNegated = pattern.charAt(start + 1) === "^";
  let members = "";
  let index = start + (isNegated ? 2 : 1);
  for (;;) {
    const character = pattern.charAt(index);
    if (character === "") return null;
    if (character === "]") break;
    if (character === "\\") {
      const escaped = escapeAt(pattern, index, "in_class");
      if (escaped === null) return null;
      members += escaped.text;
      index = escaped.end;
    } else {
      // RE2 would read [:alpha:] within a class; ECMAScript reads letters and colons.
      members += character === "[" || character === "^" ? `\\${character}` : character;
      index += 1;
    }
  }
  const end = index + 1;
  if (members === "") {
    return { text: isNegated ? "[\\x00-\\x{10ffff}]" : "[^\\x00-\\x{10ffff}]", end };
  }
  return { text: `[${isNegated ? "^" : ""}${members}]`, end };
}

const CODE_POINT = /\\(?:x([0-9a-fA-F]{2})|u\{0*([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4}))/y;
const LOW_HALF = /\\u([dD][c-fC-F][0-9a-fA-F]{2})/y;
const PROPERTY = /\\[pP]\{([A-Za-z_]+)(?:=([A-Za-z_]+))?\}/y;

function escapeAt(pattern: string, index: number, place: "outside" | "in_class"): Part | null {
  const letter = pattern.charAt(index + 1);
  const end = index + 2;
  if (letter === "") return null;
  if (SAME_ESCAPES.includes(letter)) return { text: `\\${letter}`, end };
  switch (letter) {
    case "s":
    case "S": {
      const members = letter === "s" ? SPACE : NOT_SPACE;
      return { text: place === "in_class" ? members : `[${members}]`, end };
    }
    case "b":
      return place === "in_class" ? { text: "\\x08", end } : null;
    case "0":
      return /[0-9]/.test(pattern.charAt(end)) ? null : { text: "\\x00", end };
    case "c":
      return controlAt(pattern, index);
    case "x":
    case "u":
      return codePointAt(pattern, index);
    case "p":
    case "P":
      return propertyAt(pattern, index);
    default:
      // Letters and digits without a meaning here have one in other languages; their author meant that one.
      return /[0-9A-Za-z]/.test(letter)
        ? null
        : { text: literal(pattern, index + 1), end: index + 1 + width(pattern, index + 1) };
  }
}

function controlAt(pattern: string, index: number): Part | null {
  const letter = pattern.charAt(index + 2);
  if (!/[A-Za-z]/.test(letter)) return null;
  return { text: hexadecimal(letter.charCodeAt(0) % 32), end: index + 3 };
}

function codePointAt(pattern: string, index: number): Part | null {
  CODE_POINT.lastIndex = index;
  const match = CODE_POINT.exec(pattern);
  if (match === null) return null;
  const code = Number.parseInt(match[1] ?? match[2] ?? match[3] ?? "", 16);
  const end = CODE_POINT.lastIndex;
  if (code < 0xd800 || code > 0xdfff) return { text: hexadecimal(code), end };
  LOW_HALF.lastIndex = end;
  const low = code < 0xdc00 && match[3] !== undefined ? LOW_HALF.exec(pattern) : null;
  if (low === null) return null;
  const pair = String.fromCharCode(code, Number.parseInt(low[1] ?? "", 16));
  return { text: hexadecimal(pair.codePointAt(0) ?? 0), end: LOW_HALF.lastIndex };
}

/** RE2 knows general categories by their short names, and scripts by their names alone. */
function propertyAt(pattern: string, index: number): Part | null {
  PROPERTY.lastIndex = index;
  const match = PROPERTY.exec(pattern);
  if (match === null) return null;
  const [, name = "", value] = match;
  const negation = pattern.charAt(index + 1);
  const end = PROPERTY.lastIndex;
  const known = re2Property(name, value);
  return known === null ? null : { text: `\\${negation}{${known}}`, end };
}

function re2Property(name: string, value: string | undefined): string | null {
  if (value === undefined) return GENERAL_CATEGORIES.get(name) ?? null;
  switch (name) {
    case "General_Category":
    case "gc":
      return GENERAL_CATEGORIES.get(value) ?? null;
    case "Script":
    case "sc":
      return value;
    default:
      return null;
  }
}

function literal(pattern: string, index: number): string {
  return hexadecimal(pattern.codePointAt(index) ?? 0);
}

function width(pattern: string, index: number): number {
  return (pattern.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

function hexadecimal(code: number): string {
  return `\\x{${code.toString(16)}}`;
}
