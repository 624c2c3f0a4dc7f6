import { remove, write } from "../words/fix.js";
import { isSecretName, isSecretValue } from "../words/secrets.js";
import { writeText } from "../words/toml-words.js";
import { scanDocument, type TomlStatement } from "./scan-document.js";
import { LineTable } from "./text-range.js";

/** What can be said about a flaw in text that is not TOML, from the statements before it and from its line. */
export interface SyntaxDescription {
  /** The header that the flaw stands under; null before the first. */
  readonly table: string | null;
  /** The key of the flaw's line; null where it has none. */
  readonly key: string | null;
  readonly fix: string;
}

const PAIR = /^[ \t]*([A-Za-z0-9_-]+)[ \t]*=([^#]*)/;
/** What is text to a person and nothing to TOML. */
const BARE_TEXT = /^[A-Za-z_/~.][A-Za-z0-9_/~.:@-]*$/;
/** Longest header and id that are repeated. */
const TABLE_LIMIT = 120;
const HEADER = /^\s*\[/;

export function describeSyntax(text: string, line: number, reason: string): SyntaxDescription {
  const written = text.split("\n")[line - 1] ?? "";
  const [, key = null, value = ""] = PAIR.exec(written) ?? [];
  const fix =
    key === null ? adviseOnLine(written, reason) : adviseOnPair(key, value.trim(), written, reason);
  return { table: headerBefore(text, line), key, fix };
}

function adviseOnPair(key: string, value: string, line: string, reason: string): string {
  if (isRepetition(reason)) return remove(key, "because the table has that key already");
  if (BARE_TEXT.test(value) && !isSecretName(key) && !isSecretValue(value)) {
    return write(`${key} = ${writeText(value)}`);
  }
  return adviseOnLine(line, reason);
}

function adviseOnLine(line: string, reason: string): string {
  if (isRepetition(reason)) return "Give each table once: put its keys together.";
  if (HEADER.test(line)) {
    return "Write a header such as [[external_tools]] or [external_tools.tools.search] alone on its line.";
  }
  if (/string|escape/.test(reason)) {
    return "Put text between quotation marks on one line, with \\\\ for each backslash, or between single quotation marks as it is.";
  }
  if (/array|table|comma/.test(reason)) {
    return "Separate the items by commas and close each [ with ] and each { with }.";
  }
  return "Write key = value, with text in quotation marks, lists in [ ] and true or false in lower case.";
}

function isRepetition(reason: string): boolean {
  return reason.startsWith("trying to redefine");
}

/** The last header before a line, and the id under it if there is one yet. */
function headerBefore(text: string, line: number): string | null {
  const lines = new LineTable(text);
  let header: string | null = null;
  let id = "";
  for (const statement of scanDocument(text)) {
    if (lines.positionAt(statement.range.start).line >= line) break;
    const written = text.slice(statement.range.start, statement.range.end);
    if (statement.kind !== "pair") {
      header = written;
      id = "";
    } else if (
      isId(statement) &&
      !isSecretValue(text.slice(statement.pair.value.range.start + 1))
    ) {
      id = ` ${text.slice(statement.pair.value.range.start, statement.pair.value.range.end)}`;
    }
  }
  return header === null ? null : oneLine(`${header}${id}`);
}

/** Text of the file as a sentence can hold it: bounded, and without what no terminal should see. */
function oneLine(written: string): string {
  return written.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?").slice(0, TABLE_LIMIT);
}

function isId(statement: Extract<TomlStatement, { readonly kind: "pair" }>): boolean {
  return statement.pair.key.length === 1 && statement.pair.key[0]?.name === "id";
}
