/** What a piece of text is, for colour. Text carries no escape codes of its own: the renderer adds them, after making it safe. */
export type Tone = "plain" | "strong" | "dim" | "good" | "warning" | "bad";

export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

export interface TableColumn {
  readonly title: string;
  /** Long cells wrap; by default they do. A truncated column keeps one line a row on a narrow terminal. */
  readonly overflow?: "wrap" | "truncate";
  readonly align?: "left" | "right";
  /** The tone of a cell by what it says; plain by default. */
  readonly tone?: (cell: string) => Tone;
}

/**
 * A part of a report for people, as data. Every text in it may be a stranger's: the renderer sanitises all of them, so that no command
 * can forget to (T56, report 25).
 */
export type Block =
  /** One line, never broken. */
  | { readonly kind: "line"; readonly spans: readonly Span[]; readonly indent: number }
  /** Lines of text, broken at the terminal's width. */
  | {
      readonly kind: "prose";
      readonly text: string;
      readonly tone: Tone;
      readonly indent: number;
    }
  /** Lines to be copied: never broken. */
  | { readonly kind: "code"; readonly text: string; readonly indent: number }
  | {
      readonly kind: "table";
      readonly columns: readonly TableColumn[];
      readonly rows: readonly (readonly string[])[];
      readonly indent: number;
    }
  /** The program's own text, such as a shell script, byte for byte. Of what came from outside, only JSON that `jsonText` made safe. */
  | { readonly kind: "own_text"; readonly text: string };

export function span(text: string, tone: Tone = "plain"): Span {
  return { text, tone };
}

/** A line of plain strings and toned spans. */
export function line(...parts: readonly (string | Span)[]): Block {
  return indented(0, ...parts);
}

export function indented(indent: number, ...parts: readonly (string | Span)[]): Block {
  const spans = parts.map((part) => (typeof part === "string" ? span(part) : part));
  return { kind: "line", spans, indent };
}

export function heading(text: string): Block {
  return line(span(text, "strong"));
}

export const BLANK: Block = line();

export function prose(
  text: string,
  options: { readonly tone?: Tone; readonly indent?: number } = {},
): Extract<Block, { readonly kind: "prose" }> {
  return { kind: "prose", text, tone: options.tone ?? "plain", indent: options.indent ?? 0 };
}

export function code(text: string, indent = 2): Extract<Block, { readonly kind: "code" }> {
  return { kind: "code", text, indent };
}

export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  indent = 0,
): Block {
  return { kind: "table", columns, rows, indent };
}

export function ownText(text: string): Block {
  return { kind: "own_text", text };
}
