import type { Row, Span } from "../view/frame.js";
import type { Transcript } from "./transcript.js";
import { sliceSpans, span } from "./wrap-spans.js";

/** The next block, from the newest to the oldest and round, whose text holds the query whatever its case; null for none. */
export function findOlder(
  { blocks }: Transcript,
  query: string,
  from: number | null,
): number | null {
  if (query === "") return null;
  const wanted = query.toLowerCase();
  const found = blocks.filter(({ text }) => text.toLowerCase().includes(wanted));
  const older = found.findLast(({ id }) => from === null || id < from);
  return (older ?? found.at(-1))?.id ?? null;
}

/** The rows with each occurrence of the query inverted, where one row holds it whole. */
export function highlight(rows: readonly Row[], query: string): readonly Row[] {
  if (query === "") return rows;
  const wanted = query.toLowerCase();
  return rows.map((row) => {
    const text = row.map((piece) => piece.text).join("");
    const lower = text.toLowerCase();
    // Where a letter changes its length with its case, places would not agree.
    if (lower.length !== text.length || !lower.includes(wanted)) return row;
    return invert(row, placesOf(lower, wanted), wanted.length);
  });
}

function placesOf(text: string, wanted: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    places.push(at);
  }
  return places;
}

function invert(row: Row, places: readonly number[], length: number): Row {
  const pieces: Span[] = [];
  let done = 0;
  for (const at of places) {
    pieces.push(...sliceSpans(row, done, at));
    done = at + length;
    for (const { text, style } of sliceSpans(row, at, done)) {
      pieces.push(span(text, { ...style, inverse: true }));
    }
  }
  return [...pieces, ...sliceSpans(row, done, Number.POSITIVE_INFINITY)];
}
