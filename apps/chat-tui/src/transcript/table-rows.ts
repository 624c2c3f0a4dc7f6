import { displayWidth, truncateToWidth } from "@perspt/text";
import type { Token, Tokens } from "marked";
import type { Row, Span } from "../view/frame.js";
import { inlineSpans } from "./inline-spans.js";
import { span } from "./wrap-spans.js";

const SEPARATOR = " │ ";
const MIN_CELL = 3;

export function isTable(token: Token): token is Tokens.Table {
  return token.type === "table" && "header" in token && "rows" in token;
}

/** A table at the width of its cells, or narrower: then the widest columns are cut. */
export function tableRows({ header, rows, align }: Tokens.Table, columns: number): readonly Row[] {
  const lines = [header, ...rows].map((cells) => cells.map(({ tokens }) => inlineSpans(tokens)));
  const widths = narrowed(
    header.map((_, index) => Math.max(...lines.map((cells) => widthOf(cells[index] ?? [])))),
    columns - SEPARATOR.length * (header.length - 1),
  );
  const [head = [], ...body] = lines.map((cells) =>
    widths.flatMap((width, index): readonly Span[] => [
      ...(index === 0 ? [] : [span(SEPARATOR, { tone: "border" })]),
      ...fitCell(cells[index] ?? [], width, align[index] ?? null),
    ]),
  );
  const rule = widths.map((width) => "─".repeat(width)).join("─┼─");
  const bold = head.map(({ text, style }) => span(text, { ...style, bold: true }));
  return [bold, [span(rule, { tone: "border" })], ...body];
}

/** Takes from the widest column until all fit. */
function narrowed(wanted: readonly number[], room: number): readonly number[] {
  const widths = [...wanted];
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= MIN_CELL) break;
    widths[widest] = width - 1;
    over -= 1;
  }
  return widths;
}

function fitCell(
  cell: readonly Span[],
  width: number,
  align: "left" | "right" | "center" | null,
): readonly Span[] {
  const shown = widthOf(cell) <= width ? cell : cut(cell, width);
  const room = width - widthOf(shown);
  const before = align === "right" ? room : align === "center" ? Math.floor(room / 2) : 0;
  return [span(" ".repeat(before)), ...shown, span(" ".repeat(room - before))].filter(
    ({ text }) => text !== "",
  );
}

function cut(cell: readonly Span[], width: number): readonly Span[] {
  const text = cell
    .map((piece) => piece.text)
    .join("")
    .replaceAll("\n", " ");
  return [span(truncateToWidth(text, width), cell[0]?.style)];
}

function widthOf(cell: readonly Span[]): number {
  return cell.reduce((sum, { text }) => sum + displayWidth(text), 0);
}
