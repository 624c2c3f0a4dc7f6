import { type KeyPart, scanKey } from "./scan-key.js";
import type { TextCursor } from "./text-cursor.js";
import type { TextRange } from "./text-range.js";

/** Where a value stands, and where its parts stand. */
export type ScannedValue =
  | { readonly kind: "scalar"; readonly range: TextRange }
  | {
      readonly kind: "array";
      readonly range: TextRange;
      readonly elements: readonly ScannedValue[];
    }
  | {
      readonly kind: "inline_table";
      readonly range: TextRange;
      readonly pairs: readonly ScannedPair[];
    };

export interface ScannedPair {
  readonly key: readonly KeyPart[];
  readonly value: ScannedValue;
}

/** Deepest nesting that is followed; the parser's own limit is the same by default. */
const DEPTH_LIMIT = 1000;

/** Reads `key = value` and stops behind the value; null where the text is no pair. */
export function scanPair(cursor: TextCursor, depth = 0): ScannedPair | null {
  const key = scanKey(cursor);
  if (key === null) return null;
  cursor.skipBlanks();
  if (cursor.character !== "=") return null;
  cursor.offset += 1;
  cursor.skipBlanks();
  const value = scanValue(cursor, depth);
  return value === null ? null : { key, value };
}

function scanValue(cursor: TextCursor, depth: number): ScannedValue | null {
  if (depth > DEPTH_LIMIT) return null;
  switch (cursor.character) {
    case "[":
      return scanArray(cursor, depth + 1);
    case "{":
      return scanInlineTable(cursor, depth + 1);
    case '"':
    case "'":
      return scanString(cursor);
    default:
      return scanWord(cursor);
  }
}

function scanString(cursor: TextCursor): ScannedValue | null {
  const start = cursor.offset;
  return cursor.skipString() ? { kind: "scalar", range: { start, end: cursor.offset } } : null;
}

/** A number, a boolean or a date, which may hold a blank. */
function scanWord(cursor: TextCursor): ScannedValue | null {
  const start = cursor.offset;
  cursor.skipTo("\n#,]}");
  const length = cursor.text.slice(start, cursor.offset).trimEnd().length;
  return length === 0 ? null : { kind: "scalar", range: { start, end: start + length } };
}

function scanArray(cursor: TextCursor, depth: number): ScannedValue | null {
  const elements: ScannedValue[] = [];
  const range = scanItems(cursor, "]", () => {
    const element = scanValue(cursor, depth);
    if (element !== null) elements.push(element);
    return element !== null;
  });
  return range === null ? null : { kind: "array", range, elements };
}

function scanInlineTable(cursor: TextCursor, depth: number): ScannedValue | null {
  const pairs: ScannedPair[] = [];
  const range = scanItems(cursor, "}", () => {
    const pair = scanPair(cursor, depth);
    if (pair !== null) pairs.push(pair);
    return pair !== null;
  });
  return range === null ? null : { kind: "inline_table", range, pairs };
}

/** From an opening bracket to behind its closing one; null where the items do not lead there. */
function scanItems(cursor: TextCursor, close: string, scanItem: () => boolean): TextRange | null {
  const start = cursor.offset;
  cursor.offset += 1;
  cursor.skipVoid();
  while (cursor.character !== close) {
    if (!scanItem()) return null;
    cursor.skipVoid();
    if (cursor.character === ",") {
      cursor.offset += 1;
      cursor.skipVoid();
    } else if (cursor.character !== close) {
      return null;
    }
  }
  cursor.offset += 1;
  return { start, end: cursor.offset };
}
