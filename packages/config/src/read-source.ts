import { FILE_LIMIT } from "./bounds.js";
import type { ConfigProblem } from "./config-problem.js";
import { LineTable } from "./toml/text-range.js";

export type SourceReading =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly problem: ConfigProblem };

/** A file's content as text: within the bound, and UTF-8 without a flaw, so that no name is silently another one. */
export function readSource(source: string | Uint8Array, file: string): SourceReading {
  if (source.length > FILE_LIMIT) return { kind: "refused", problem: tooLarge(source, file) };
  if (typeof source === "string") return { kind: "text", text: source };
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { kind: "text", text: decoder.decode(source) };
  } catch (error) {
    if (error instanceof TypeError) return { kind: "refused", problem: notUtf8(source, file) };
    throw error;
  }
}

function tooLarge(source: string | Uint8Array, file: string): ConfigProblem {
  return {
    file,
    line: 1,
    column: 1,
    table: null,
    key: null,
    code: "file_too_large",
    expected: `a configuration of at most ${FILE_LIMIT} bytes`,
    received: `one of ${source.length}`,
    fix: "Name another file with --config.",
  };
}

function notUtf8(source: Uint8Array, file: string): ConfigProblem {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
  // A file may hold the replacement character itself, but then it stands behind the flaw or is no worse a place to look.
  const { line, column } = new LineTable(text).positionAt(text.indexOf("\uFFFD"));
  return {
    file,
    line,
    column,
    table: null,
    key: null,
    code: "invalid_encoding",
    expected: "UTF-8",
    received: "bytes that are none",
    fix: "Save the file as UTF-8.",
  };
}
