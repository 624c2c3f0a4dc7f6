import { wrapText } from "@perspt/text";
import type { Row, Span, Style } from "../view/frame.js";

/** Breaks styled text into rows of at most `width` columns, where plain text would break. A line break in a span ends a row. */
export function wrapSpans(spans: readonly Span[], width: number): readonly Row[] {
  return splitLines(spans).flatMap((line) => wrapLine(line, width));
}

/** The spans with `prefix` before the first row, and `hanging` before the others. */
export function indentRows(
  rows: readonly Row[],
  prefix: readonly Span[],
  hanging: readonly Span[],
): readonly Row[] {
  return rows.map((row, index) => [...(index === 0 ? prefix : hanging), ...row]);
}

export function span(text: string, style: Style = {}): Span {
  return { text, style };
}

function splitLines(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  for (const { text, style } of spans) {
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push({ text: piece, style });
    }
  }
  return lines;
}

function wrapLine(line: readonly Span[], width: number): readonly Row[] {
  const text = line.map((piece) => piece.text).join("");
  const rows: Row[] = [];
  let start = 0;
  for (const row of wrapText(text, width)) {
    // Spaces at a break are dropped.
    while (start < text.length && !text.startsWith(row, start)) start += 1;
    rows.push(sliceSpans(line, start, start + row.length));
    start += row.length;
  }
  return rows;
}

/** The part of a line between two places, in UTF-16 units. */
export function sliceSpans(line: readonly Span[], from: number, to: number): Row {
  const row: Span[] = [];
  let start = 0;
  for (const { text, style } of line) {
    const end = start + text.length;
    const piece = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (piece !== "" && end > from && start < to) row.push({ text: piece, style });
    start = end;
  }
  return row;
}
