import { displayWidth, graphemes } from "@perspt/text";
import { type Draft, shownAs, type VisualRow } from "./visual-rows.js";

/** A cell of the rows, both counted from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Where the cursor stands: at the start of a row rather than behind the end of the row before it. */
export function placeOfCursor(draft: Draft, rows: readonly VisualRow[]): Place {
  const row = rows.findLastIndex(({ start }) => start <= draft.cursor);
  const found = rows[row];
  if (found === undefined) return { row: 0, column: 0 };
  let column = found.lead;
  for (const stop of stopsOf(draft, found)) {
    if (stop.offset > draft.cursor) break;
    column = stop.column;
  }
  return { row, column };
}

/** The last offset of a row at or before a column at which the cursor would stand in that row. */
export function offsetInRow(
  draft: Draft,
  rows: readonly VisualRow[],
  index: number,
  column: number,
): number {
  const row = rows[index];
  if (row === undefined) return draft.cursor;
  const continues = rows[index + 1]?.start === row.end;
  let offset = row.start;
  for (const stop of stopsOf(draft, row)) {
    if (stop.column > column || (continues && stop.offset === row.end)) break;
    offset = stop.offset;
  }
  return offset;
}

interface Stop {
  readonly offset: number;
  readonly column: number;
}

/** Every place of a row at which the cursor can stand, its end included. */
function* stopsOf({ content, chips }: Draft, row: VisualRow): Generator<Stop> {
  let { start: offset, lead: column } = row;
  yield { offset, column };
  for (const grapheme of graphemes(content.slice(row.start, row.end))) {
    offset += grapheme.length;
    column += displayWidth(shownAs(grapheme, chips));
    yield { offset, column };
  }
}
