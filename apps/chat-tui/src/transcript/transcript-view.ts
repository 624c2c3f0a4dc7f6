import type { Row, Size } from "../view/frame.js";
import type { BlockLayouts } from "./block-rows.js";
import { FOLLOWING, type Scroll, type ScrollStep } from "./scroll.js";
import { charactersIn, rowAfter } from "./text-place.js";
import { indexOfBlock, type Transcript } from "./transcript.js";

export interface TranscriptView {
  /** At most as many as the size has. */
  readonly rows: readonly Row[];
  /** The blocks that begin below what is shown. */
  readonly blocksBelow: number;
}

/** A row of a block, by the block's place in the list. */
interface Place {
  readonly index: number;
  readonly row: number;
}

/** The part of a transcript that is in sight. Only its blocks are laid out, and those that a scroll passes. */
export class TranscriptWindow {
  readonly #layouts: BlockLayouts;

  constructor(layouts: BlockLayouts) {
    this.#layouts = layouts;
  }

  view(transcript: Transcript, size: Size, scroll: Scroll): TranscriptView {
    const view = this.#viewFrom(transcript, size, this.#top(transcript, size, scroll));
    // A screen that grew has room below the last row: rows above it fill it.
    return view.rows.length < size.rows
      ? this.#viewFrom(transcript, size, this.#lastTop(transcript, size))
      : view;
  }

  #viewFrom(transcript: Transcript, size: Size, top: Place): TranscriptView {
    const rows: Row[] = [];
    let { index } = top;
    for (let skip = top.row; rows.length < size.rows; index += 1, skip = 0) {
      const block = transcript.blocks[index];
      if (block === undefined) break;
      const shown = this.#layouts.rowsOf(block, size.columns);
      rows.push(...shown.slice(skip, skip + size.rows - rows.length));
    }
    return { rows, blocksBelow: transcript.blocks.length - index };
  }

  /** Where a reader is after a step; back to following when the newest row comes into sight. */
  scrolled(transcript: Transcript, size: Size, scroll: Scroll, move: ScrollStep): Scroll {
    switch (move.kind) {
      case "bottom":
        return FOLLOWING;
      case "top":
        return this.#anchor(transcript, size, { index: 0, row: 0 });
      case "rows": {
        const top = this.#top(transcript, size, scroll);
        return this.#anchor(transcript, size, this.#moved(transcript, size, top, move.rows));
      }
    }
  }

  /** A block at the top. */
  at(transcript: Transcript, size: Size, block: number): Scroll {
    const index = indexOfBlock(transcript, block);
    return index === -1 ? FOLLOWING : this.#anchor(transcript, size, { index, row: 0 });
  }

  #anchor(transcript: Transcript, size: Size, place: Place): Scroll {
    const last = this.#lastTop(transcript, size);
    const isAtEnd =
      place.index > last.index || (place.index === last.index && place.row >= last.row);
    const block = transcript.blocks[place.index];
    if (isAtEnd || block === undefined) return FOLLOWING;
    const { columns } = size;
    const above = this.#layouts.rowsOf(block, columns).slice(0, place.row);
    const charactersAbove = charactersIn(above);
    return { kind: "anchored", block: block.id, row: place.row, columns, charactersAbove };
  }

  #top(transcript: Transcript, size: Size, scroll: Scroll): Place {
    if (scroll.kind === "following") return this.#lastTop(transcript, size);
    const index = indexOfBlock(transcript, scroll.block);
    if (index === -1) return this.#lastTop(transcript, size);
    const rows = this.#rowsAt(transcript, index, size.columns);
    const row =
      scroll.columns === size.columns ? scroll.row : rowAfter(rows, scroll.charactersAbove);
    return { index, row: Math.min(row, rows.length - 1) };
  }

  /** The place at the top when the newest row is at the bottom. */
  #lastTop(transcript: Transcript, { columns, rows }: Size): Place {
    let left = rows;
    for (let index = transcript.blocks.length - 1; index >= 0; index -= 1) {
      const height = this.#rowsAt(transcript, index, columns).length;
      if (height >= left) return { index, row: height - left };
      left -= height;
    }
    return { index: 0, row: 0 };
  }

  #moved(transcript: Transcript, { columns }: Size, from: Place, by: number): Place {
    let { index, row } = from;
    row += by;
    while (row < 0 && index > 0) {
      index -= 1;
      row += this.#rowsAt(transcript, index, columns).length;
    }
    while (index < transcript.blocks.length - 1) {
      const height = this.#rowsAt(transcript, index, columns).length;
      if (row < height) break;
      row -= height;
      index += 1;
    }
    return { index, row: Math.max(0, row) };
  }

  #rowsAt(transcript: Transcript, index: number, columns: number): readonly Row[] {
    const block = transcript.blocks[index];
    return block === undefined ? [] : this.#layouts.rowsOf(block, columns);
  }
}
