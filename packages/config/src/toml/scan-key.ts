import { parse, TomlError } from "smol-toml";
import type { TextCursor } from "./text-cursor.js";
import type { TextRange } from "./text-range.js";

/** One part of a dotted key. */
export interface KeyPart {
  /** What the key means: without quotes and escapes. */
  readonly name: string;
  /** Where it stands, quotes included. */
  readonly range: TextRange;
}

const BARE_KEY_CHARACTER = /[A-Za-z0-9_-]/;

/** Reads a dotted key and stops behind its last part; null where there is none. */
export function scanKey(cursor: TextCursor): readonly KeyPart[] | null {
  const parts: KeyPart[] = [];
  for (;;) {
    cursor.skipBlanks();
    const part = scanPart(cursor);
    if (part === null) return null;
    parts.push(part);
    const end = cursor.offset;
    cursor.skipBlanks();
    if (cursor.character !== ".") {
      cursor.offset = end;
      return parts;
    }
    cursor.offset += 1;
  }
}

function scanPart(cursor: TextCursor): KeyPart | null {
  const start = cursor.offset;
  const isQuoted = cursor.character === '"' || cursor.character === "'";
  if (isQuoted) {
    if (!cursor.skipString()) return null;
  } else {
    while (BARE_KEY_CHARACTER.test(cursor.character)) cursor.offset += 1;
  }
  const written = cursor.text.slice(start, cursor.offset);
  const name = isQuoted ? decodeQuotedKey(written) : written;
  if (name === null || written === "") return null;
  return { name, range: { start, end: cursor.offset } };
}

/** Escapes are decoded by the parser itself, so that both always read the same name. */
function decodeQuotedKey(written: string): string | null {
  if (!written.includes("\\")) return written.slice(1, -1);
  try {
    return Object.keys(parse(`${written} = 0`))[0] ?? null;
  } catch (error) {
    if (error instanceof TomlError) return null;
    throw error;
  }
}
