import type { Row, Span } from "../view/frame.js";
import type { Transcript } from "./transcript.js";
import { span } from "./wrap-spans.js";

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

/** The rows with each occurrence of the query inverted, where one row of one style holds it. */
export function highlight(rows: readonly Row[], query: string): readonly Row[] {
  if (query === "") return rows;
  const wanted = query.toLowerCase();
  return rows.map((row) =>
    row.flatMap(({ text, style }) => {
      const lower = text.toLowerCase();
      // Where a letter changes its length with its case, places would not agree.
      if (lower.length !== text.length) return [span(text, style)];
      const pieces: Span[] = [];
      let start = 0;
      for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, start)) {
        if (at > start) pieces.push(span(text.slice(start, at), style));
        start = at + wanted.length;
        pieces.push(span(text.slice(at, start), { ...style, inverse: true }));
      }
      if (start < text.length) pieces.push(span(text.slice(start), style));
      return pieces;
    }),
  );
}
