import type { Frame } from "../view/frame.js";
import { type Cell, isDoubtful } from "./cells.js";
import { isDoubtfulGlyph } from "./glyphs.js";
import { PLAIN, type StyleTable } from "./style-table.js";

const RESET = "\u001b[0m";
const CLEAR_LINE = "\u001b[2K";
const CLEAR_TO_END = "\u001b[K";
const BEGIN = "\u001b[?2026h\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
const END = "\u001b[?2026l";

/**
 * What turns the cells that a terminal shows into those that are wanted: "" where nothing differs. `shown` is what is wanted afterwards.
 * Pure but for that.
 */
export function drawChanges(
  wanted: readonly Cell[][],
  shown: readonly Cell[][],
  styles: StyleTable,
): string {
  const pen = new Pen(styles);
  wanted.forEach((line, row) => {
    const before = shown[row];
    if (before === undefined || isSame(line, before)) return;
    if (isDoubtful(line) || isDoubtful(before)) drawWhole(pen, row, line);
    else drawDifference(pen, row, line, before);
    for (const [column, [style, text]] of line.entries()) before[column] = [style, text];
  });
  return pen.end();
}

/** One write: the terminal shows nothing of it until its end, and the cursor, hidden meanwhile, stands where the person writes. */
export function wrapFrame(changes: string, cursor: Frame["cursor"]): string {
  const parked = cursor === null ? "" : move(cursor.row, cursor.column) + SHOW_CURSOR;
  return BEGIN + changes + parked + END;
}

/** Where widths are in doubt, nothing that the terminal holds of the line is believed. */
function drawWhole(pen: Pen, row: number, line: readonly Cell[]): void {
  pen.at(row, 0);
  pen.raw(RESET + CLEAR_LINE);
  line.slice(0, inkEnd(line)).forEach(([style, text], column) => {
    if (text !== "") pen.write(row, column, style, text, widthAt(line, column));
  });
}

function drawDifference(
  pen: Pen,
  row: number,
  line: readonly Cell[],
  before: readonly Cell[],
): void {
  const end = inkEnd(line);
  line.slice(0, end).forEach(([style, text], column) => {
    if (text === "" || isSameCell(line[column], before[column])) return;
    pen.write(row, column, style, text, widthAt(line, column));
  });
  if (inkEnd(before) > end) {
    pen.at(row, end);
    pen.raw(RESET + CLEAR_TO_END);
  }
}

/** Where the blank rest of a line begins. */
function inkEnd(line: readonly Cell[]): number {
  return line.findLastIndex(([style, text]) => style !== PLAIN || text !== " ") + 1;
}

function widthAt(line: readonly Cell[], column: number): number {
  let width = 1;
  while (line[column + width]?.[1] === "") width += 1;
  return width;
}

function isSame(line: readonly Cell[], before: readonly Cell[]): boolean {
  return line.every((cell, column) => isSameCell(cell, before[column]));
}

function isSameCell(cell: Cell | undefined, before: Cell | undefined): boolean {
  return cell?.[0] === before?.[0] && cell?.[1] === before?.[1];
}

function move(row: number, column: number): string {
  return `\u001b[${row + 1};${column + 1}H`;
}

/** Writes cells, and knows where the terminal's cursor stands as long as that is certain. */
class Pen {
  readonly #styles: StyleTable;
  #out = "";
  #position: { readonly row: number; readonly column: number } | null = null;
  /** Null until the first cell: the frame before left no style on, but a program between may have. */
  #style: number | null = null;

  constructor(styles: StyleTable) {
    this.#styles = styles;
  }

  at(row: number, column: number): void {
    if (this.#position?.row === row && this.#position.column === column) return;
    this.#out += move(row, column);
    this.#position = { row, column };
  }

  write(row: number, column: number, style: number, text: string, width: number): void {
    this.at(row, column);
    if (this.#style !== style) this.#out += this.#styles.sequenceOf(style);
    this.#style = style;
    this.#out += text;
    this.#position = isDoubtfulGlyph(text) ? null : { row, column: column + width };
  }

  /** A sequence that moves nothing and leaves no style on. */
  raw(sequence: string): void {
    this.#out += sequence;
    this.#style = PLAIN;
  }

  end(): string {
    return this.#style === null || this.#style === PLAIN ? this.#out : this.#out + RESET;
  }
}
