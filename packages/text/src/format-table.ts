import { displayWidth } from "./display-width.js";
import { type Alignment, padToWidth, truncateToWidth } from "./fit-width.js";
import { sanitizeForTerminal } from "./sanitize-for-terminal.js";
import { wrapText } from "./wrap-text.js";

export interface TableColumn {
  readonly align?: Alignment;
  /** What becomes of a text that is wider than its column: `truncate` (the default) cuts it, `wrap` gives its row more lines. */
  readonly overflow?: "truncate" | "wrap";
  /** Adds the program's own colours to a fitted cell. It sees safe text and must not change its width. */
  readonly style?: (cell: string) => string;
}

export interface TableOptions {
  /** Columns of the terminal; no line is wider unless even one column for each cell does not fit. Unlimited by default. */
  readonly width?: number;
  /** Columns between two cells; 2 by default. */
  readonly gap?: number;
  readonly header?: readonly string[];
  readonly headerStyle?: (cell: string) => string;
  /** By position; a column without an entry is left-aligned and truncated. */
  readonly columns?: readonly TableColumn[];
}

const DEFAULT_GAP = 2;

/**
 * Rows as lines with aligned columns. Cells are sanitised here, each to one line, so a stranger's text cannot leave its cell. Where
 * the table is too wide, the widest columns give way first. Missing cells are empty. Pure.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): readonly string[] {
  const header = options.header?.map((cell) => sanitizeForTerminal(cell));
  const body = rows.map((row) => row.map((cell) => sanitizeForTerminal(cell)));
  const all = header === undefined ? body : [header, ...body];
  const gap = options.gap ?? DEFAULT_GAP;
  const widths = columnWidths(all, gap, options.width ?? Number.POSITIVE_INFINITY);
  const columns = widths.map((width, index) => ({ ...options.columns?.[index], width }));
  const headerStyle = options.headerStyle ?? unstyled;
  const headerColumns = columns.map((column) => ({ ...column, style: headerStyle }));
  return [
    ...(header === undefined ? [] : formatRow(header, headerColumns, gap)),
    ...body.flatMap((row) => formatRow(row, columns, gap)),
  ];
}

function unstyled(cell: string): string {
  return cell;
}

interface FittedColumn extends TableColumn {
  readonly width: number;
}

/** Natural widths, then the widest column loses one at a time until the line fits. */
function columnWidths(
  rows: readonly (readonly string[])[],
  gap: number,
  available: number,
): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
    }
  }
  const room = Math.max(0, available - gap * Math.max(0, widths.length - 1));
  return shrink(widths, room);
}

/** The highest common ceiling under which the widths fit; what division leaves over goes to the first columns at the ceiling. */
function shrink(widths: readonly number[], room: number): readonly number[] {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= room) return widths;
  let free = room;
  let ceiling = 0;
  const ascending = [...widths].sort((a, b) => a - b);
  for (const [index, width] of ascending.entries()) {
    ceiling = Math.floor(free / (ascending.length - index));
    if (width > ceiling) break;
    free -= width;
  }
  let spare = room - widths.reduce((sum, width) => sum + Math.min(width, ceiling), 0);
  return widths.map((width) => {
    if (width <= ceiling) return width;
    spare -= 1;
    return Math.max(1, spare >= 0 ? ceiling + 1 : ceiling);
  });
}

function formatRow(
  row: readonly string[],
  columns: readonly FittedColumn[],
  gap: number,
): readonly string[] {
  const cells = columns.map((column, index) => linesOf(row[index] ?? "", column));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const last = cells.findLastIndex((lines) => (lines[line] ?? "").trimEnd() !== "");
    return columns
      .slice(0, last + 1)
      .map((column, index) => formatCell(cells[index]?.[line] ?? "", column, index === last))
      .join(" ".repeat(gap));
  });
}

function linesOf(cell: string, { overflow, width }: FittedColumn): readonly string[] {
  // The narrowest wrapped line has two columns.
  return overflow === "wrap" && width >= 2 ? wrapText(cell, width) : [truncateToWidth(cell, width)];
}

/** The last cell of a line is not filled up on its right: no line ends in spaces. */
function formatCell(
  cell: string,
  { align, style = unstyled, width }: FittedColumn,
  isLast: boolean,
): string {
  const padded = padToWidth(cell, width, align);
  const filled = isLast ? padded.trimEnd() : padded;
  return style(filled);
}
