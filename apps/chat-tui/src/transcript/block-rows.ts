import { sanitizeForTerminal } from "@perspt/text";
import type { Row } from "../view/frame.js";
import { markdownRows } from "./markdown-rows.js";
import { lexMarkdown } from "./markdown-tokens.js";
import type { TranscriptBlock } from "./transcript.js";
import { indentRows, span, wrapSpans } from "./wrap-spans.js";

/** Longest text of one block that is shown, in UTF-16 units; the sanitiser says what it left out. */
export const MAX_BLOCK_LENGTH = 1_048_576;

/** The part of an open answer that no further word can change, as rows. */
interface Settled {
  readonly id: number;
  readonly columns: number;
  readonly text: string;
  readonly rows: readonly Row[];
}

interface Layout {
  readonly columns: number;
  readonly rows: readonly Row[];
}

/**
 * The rows of blocks, each laid out once for a width. Of an open answer only its last block of Markdown is read again when words are
 * added. What is kept goes with the blocks themselves.
 */
export class BlockLayouts {
  readonly #layouts = new WeakMap<TranscriptBlock, Layout>();
  /** One answer at a time is open. */
  #settled: Settled | null = null;

  /** A blank row ends each block. */
  rowsOf(block: TranscriptBlock, columns: number): readonly Row[] {
    const known = this.#layouts.get(block);
    if (known?.columns === columns) return known.rows;
    const rows = [...this.#lay(block, columns), []];
    this.#layouts.set(block, { columns, rows });
    return rows;
  }

  #lay(block: TranscriptBlock, columns: number): readonly Row[] {
    const text = sanitizeForTerminal(block.text, {
      layout: "multiline",
      maxLength: MAX_BLOCK_LENGTH,
    });
    switch (block.kind) {
      case "person": {
        const rows = wrapSpans([span(text, { tone: "person" })], columns - 2);
        return indentRows(rows, [span("> ", { tone: "person", bold: true })], [span("  ")]);
      }
      case "notice": {
        const rows = wrapSpans([span(text, { tone: block.tone })], columns - 2);
        return indentRows(rows, [span("· ", { tone: block.tone })], [span("  ")]);
      }
      case "assistant":
        return block.isOpen
          ? this.#layOpen(block.id, text, columns)
          : markdownRows(lexMarkdown(text), columns);
    }
  }

  #layOpen(id: number, text: string, columns: number): readonly Row[] {
    const known = this.#settled;
    const settled =
      known?.id === id && known.columns === columns && text.startsWith(known.text)
        ? known
        : { id, columns, text: "", rows: [] };
    const tokens = lexMarkdown(text.slice(settled.text.length));
    const last = tokens.findLastIndex(({ type }) => type !== "space");
    // A list may go on after what looks like its end, so one more block than the last stays open.
    const open = tokens.findLastIndex(({ type }, index) => type !== "space" && index < last);
    const done = tokens.slice(0, Math.max(0, open));
    const next: Settled = {
      ...settled,
      text: settled.text + done.map(({ raw }) => raw).join(""),
      rows: joined(settled.rows, markdownRows(done, columns)),
    };
    this.#settled = next;
    return joined(next.rows, markdownRows(tokens.slice(done.length), columns));
  }
}

function joined(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  if (before.length === 0) return after;
  return after.length === 0 ? before : [...before, [], ...after];
}
