import { type KeyPart, scanKey } from "./scan-key.js";
import { type ScannedPair, scanPair } from "./scan-value.js";
import { TextCursor } from "./text-cursor.js";
import type { TextRange } from "./text-range.js";

/** A line of a TOML document that declares something; a pair may run over several lines. */
export type TomlStatement =
  | { readonly kind: "table"; readonly key: readonly KeyPart[]; readonly range: TextRange }
  | { readonly kind: "array_table"; readonly key: readonly KeyPart[]; readonly range: TextRange }
  | { readonly kind: "pair"; readonly pair: ScannedPair; readonly range: TextRange };

/**
 * The statements of a document with the places of all their parts, in one pass. It judges nothing: the parser does. In text that is not
 * TOML it ends at the first statement that it cannot follow.
 */
export function* scanDocument(text: string): Generator<TomlStatement, void, void> {
  const cursor = new TextCursor(text, text.startsWith("\uFEFF") ? 1 : 0);
  cursor.skipVoid();
  while (cursor.offset < text.length) {
    const statement = cursor.character === "[" ? scanHeader(cursor) : scanStatement(cursor);
    if (statement === null) return;
    yield statement;
    cursor.skipVoid();
  }
}

function scanHeader(cursor: TextCursor): TomlStatement | null {
  const start = cursor.offset;
  const isArray = cursor.startsWith("[[");
  const close = isArray ? "]]" : "]";
  cursor.offset += close.length;
  const key = scanKey(cursor);
  cursor.skipBlanks();
  if (key === null || !cursor.startsWith(close)) return null;
  cursor.offset += close.length;
  return { kind: isArray ? "array_table" : "table", key, range: { start, end: cursor.offset } };
}

function scanStatement(cursor: TextCursor): TomlStatement | null {
  const start = cursor.offset;
  const pair = scanPair(cursor);
  return pair === null ? null : { kind: "pair", pair, range: { start, end: cursor.offset } };
}
