import type { SourcePosition } from "../perspt-config.js";

/** A stretch of text in UTF-16 code units; `end` is not part of it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const BYTE_ORDER_MARK = "\uFEFF";

/** Turns offsets of one text into lines and columns. Lines end at a line feed; a byte order mark has no column. */
export class LineTable {
  readonly #lineStarts: readonly number[];
  readonly #textStart: number;
  readonly #length: number;

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
    this.#textStart = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    this.#length = text.length;
  }

  /** Offsets outside the text count as its nearest end. */
  positionAt(offset: number): SourcePosition {
    const inside = Math.min(Math.max(offset, this.#textStart), this.#length);
    const line = this.#lineIndexAt(inside);
    const lineStart = Math.max(this.#lineStarts[line] ?? 0, this.#textStart);
    return { line: line + 1, column: inside - lineStart + 1 };
  }

  #lineIndexAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
