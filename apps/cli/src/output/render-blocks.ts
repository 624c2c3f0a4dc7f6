import { formatTable, sanitizeForTerminal, wrapText } from "@perspt/text";
import type { Block, TableColumn, Tone } from "./blocks.js";
import { inTone } from "./tone-codes.js";

/** How a stream shows text. */
export interface Look {
  readonly colour: boolean;
  /** Columns of the terminal; null where the lines go to no terminal, and nothing is broken or cut. */
  readonly width: number | null;
}

/** Narrower terminals are treated as if they had this many columns. */
const MIN_WIDTH = 20;

/** Longest text of one block, in UTF-16 units; whole results are in `--json`. */
const MAX_BLOCK_LENGTH = 262_144;

/** A report as the text for one stream: each line ends with a line feed; empty for an empty report. */
export function renderBlocks(blocks: readonly Block[], look: Look): string {
  return blocks.map((block) => renderBlock(block, look)).join("");
}

function renderBlock(block: Block, look: Look): string {
  switch (block.kind) {
    case "line": {
      const text = block.spans.map((part) => paint(oneLine(part.text), part.tone, look)).join("");
      return joinLines([text], block.indent);
    }
    case "prose": {
      const width = roomIn(look, block.indent);
      const lines = width === null ? safeLines(block.text) : wrapText(safe(block.text), width);
      return joinLines(
        lines.map((text) => paint(text, block.tone, look)),
        block.indent,
      );
    }
    case "code":
      return joinLines(safeLines(block.text.replace(/\n$/, "")), block.indent);
    case "table":
      return joinLines(renderTable(block, look), block.indent);
    case "own_text":
      return block.text;
  }
}

function renderTable(
  { columns, rows, indent }: Extract<Block, { readonly kind: "table" }>,
  look: Look,
): readonly string[] {
  const width = roomIn(look, indent);
  return formatTable(rows, {
    header: columns.map(({ title }) => title),
    headerStyle: (cell) => paint(cell, "dim", look),
    columns: columns.map((column) => columnFor(column, look)),
    ...(width === null ? {} : { width }),
  });
}

function columnFor({ overflow = "wrap", align = "left", tone }: TableColumn, look: Look) {
  const fitted = { overflow, align };
  if (tone === undefined) return fitted;
  return { ...fitted, style: (cell: string) => paint(cell, tone(cell.trim()), look) };
}

function roomIn({ width }: Look, indent: number): number | null {
  return width === null ? null : Math.max(MIN_WIDTH, width) - indent;
}

function paint(text: string, tone: Tone, { colour }: Look): string {
  return colour ? inTone(text, tone) : text;
}

function safe(text: string): string {
  return sanitizeForTerminal(text, { layout: "multiline", maxLength: MAX_BLOCK_LENGTH });
}

function safeLines(text: string): readonly string[] {
  return safe(text).split("\n");
}

function oneLine(text: string): string {
  return sanitizeForTerminal(text);
}

function joinLines(lines: readonly string[], indent: number): string {
  const margin = " ".repeat(indent);
  return lines.map((text) => (text === "" ? "\n" : `${margin}${text}\n`)).join("");
}
