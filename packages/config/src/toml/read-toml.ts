import { parse, TomlError, type TomlTable } from "smol-toml";

/** Names that every JavaScript object has or honours; no key of a configuration has one (T33). */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

/** Deepest nesting of values in one statement; the configuration itself needs four. */
const DEPTH_LIMIT = 32;

export type TomlReading =
  | { readonly kind: "parsed"; readonly table: TomlTable }
  /** TOML, but with keys of `UNSAFE_KEYS`; the table is without them. */
  | { readonly kind: "unsafe"; readonly table: TomlTable }
  | {
      readonly kind: "unreadable";
      /** The parser's words, without a quotation of the text. */
      readonly reason: string;
      readonly line: number;
      readonly column: number;
    };

/** Reads TOML text. Whatever the text is, this is a value and no exception. */
export function readToml(text: string): TomlReading {
  const strict = attempt(text, "throw");
  if (!(strict instanceof TomlError)) return { kind: "parsed", table: strict };
  const lenient = attempt(text, "drop");
  if (!(lenient instanceof TomlError)) return { kind: "unsafe", table: lenient };
  return {
    kind: "unreadable",
    reason: reasonOf(lenient),
    line: lenient.line,
    column: columnOf(lenient, text),
  };
}

function attempt(text: string, unsafeKeyBehaviour: "throw" | "drop"): TomlTable | TomlError {
  try {
    // An integer beyond 2^53 becomes a bigint, so that it is one problem among others and hides none.
    return parse(text, {
      unsafeKeyBehaviour,
      integersAsBigInt: "asNeeded",
      maxDepth: DEPTH_LIMIT,
    });
  } catch (error) {
    if (error instanceof TomlError) return error;
    throw error;
  }
}

/** The first line of the parser's message: the lines after it quote the file, which may hold a secret. */
function reasonOf(error: TomlError): string {
  return (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
}

/** The parser counts a byte order mark as a column. */
function columnOf(error: TomlError, text: string): number {
  const hasMark = error.line === 1 && text.startsWith("\uFEFF");
  return Math.max(1, error.column - (hasMark ? 1 : 0));
}
