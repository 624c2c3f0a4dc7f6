import { displayWidth } from "@perspt/text";
import type { Token, Tokens } from "marked";
import type { Row, Span } from "../view/frame.js";
import { inlineSpans } from "./inline-spans.js";
import { indentRows, span, wrapSpans } from "./wrap-spans.js";

const SEPARATOR = " │ ";
/** The narrowest column that words can still be read in. */
const MIN_CELL = 6;

export function isTable(token: Token): token is Tokens.Table {
  return token.type === "table" && "header" in token && "rows" in token;
}

type Cell = readonly Span[];
type Align = "left" | "right" | "center" | null;

/**
 * A table at the width of its cells. Where that is too wide, the widest columns are narrowed and their cells wrapped; where no table fits,
 * each row is a list of its cells, one below the other. No word is left out.
 */
export function tableRows({ header, rows, align }: Tokens.Table, columns: number): readonly Row[] {
  const head = header.map(({ tokens }) => inlineSpans(tokens).map(bold));
  const body = rows.map((cells) => cells.map(({ tokens }) => inlineSpans(tokens)));
  const wanted = head.map((cell, index) =>
    body.reduce((most, cells) => Math.max(most, widthOf(cells[index] ?? [])), widthOf(cell)),
  );
  const widths = narrowed(wanted, columns - SEPARATOR.length * (head.length - 1));
  if (widths === null) return recordRows(head, body, columns);
  const rule = widths.map((width) => "─".repeat(width)).join("─┼─");
  return [
    ...lineRows(head, widths, align),
    [span(rule, { tone: "border" })],
    ...body.flatMap((cells) => lineRows(cells, widths, align)),
  ];
}

/** Takes from the widest column until all fit; null where they cannot. */
function narrowed(wanted: readonly number[], room: number): readonly number[] | null {
  const least = wanted.reduce((sum, width) => sum + Math.min(width, MIN_CELL), 0);
  if (least > room) return null;
  const widths = wanted.map((width) => Math.min(width, room));
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const most = Math.max(...widths);
    widths[widths.indexOf(most)] = most - 1;
  }
  return widths;
}

/** One line of the table: as many rows as its highest cell. */
function lineRows(
  cells: readonly Cell[],
  widths: readonly number[],
  align: readonly Align[],
): readonly Row[] {
  const wrapped = widths.map((width, index) => wrapSpans(cells[index] ?? [], width));
  const height = wrapped.reduce((most, rows) => Math.max(most, rows.length), 1);
  return Array.from({ length: height }, (_, line) =>
    widths.flatMap(
      (width, index): Row => [
        ...(index === 0 ? [] : [span(SEPARATOR, { tone: "border" })]),
        ...aligned(wrapped[index]?.[line] ?? [], width, align[index] ?? null),
      ],
    ),
  );
}

function aligned(row: Row, width: number, align: Align): Row {
  const room = Math.max(0, width - widthOf(row));
  const before = align === "right" ? room : align === "center" ? Math.floor(room / 2) : 0;
  return [span(" ".repeat(before)), ...row, span(" ".repeat(room - before))].filter(
    ({ text }) => text !== "",
  );
}

function recordRows(
  head: readonly Cell[],
  body: readonly (readonly Cell[])[],
  columns: number,
): readonly Row[] {
  const records = body.length === 0 ? [head.map((): Cell => [])] : body;
  return records.flatMap((cells, record) => [
    ...(record === 0 ? [] : [[span("─".repeat(columns), { tone: "border" as const })]]),
    ...head.flatMap((name, index) => {
      const text = [...name, span(": "), ...(cells[index] ?? [])];
      return indentRows(wrapSpans(text, columns - 2), [], [span("  ")]);
    }),
  ]);
}

function bold({ text, style }: Span): Span {
  return span(text, { ...style, bold: true });
}

function widthOf(cell: Cell): number {
  return cell.reduce((sum, { text }) => sum + displayWidth(text), 0);
}
