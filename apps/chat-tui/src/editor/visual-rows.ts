import { cells, displayWidth, graphemes, sanitizeForTerminal } from "@perspt/text";
import { type Chips, chipLabel } from "./chips.js";

/** What is laid out: the editor's content and the place of its cursor. */
export interface Draft {
  readonly content: string;
  readonly cursor: number;
  readonly chips: Chips;
}

/** A row of the editor as it is shown, and which part of the content begins in it. */
export interface VisualRow {
  readonly start: number;
  readonly end: number;
  /** Columns at the left that show the rest of a chip or of a grapheme too wide for the row above. */
  readonly lead: number;
  readonly width: number;
  readonly parts: readonly VisualPart[];
}

export interface VisualPart {
  readonly text: string;
  readonly isChip: boolean;
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Characters that are shown as they are, in one column or in two, unless a mark follows: ASCII; kana, ideographs, Hangul, full-width forms. */
const NARROW = "\\x20-\\x7e";
const WIDE =
  "\\u3001-\\u3020\\u3041-\\u3096\\u30a0-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60";
const NO_MARK = `(?![^${NARROW}${WIDE}])`;

/** Runs of either, which are laid out a row at a time, or else what must be segmented: a long text has far more graphemes than rows. */
const RUNS = new RegExp(
  `([${NARROW}]+)${NO_MARK}|([${WIDE}]+)${NO_MARK}|[${NARROW}${WIDE}]?[^${NARROW}${WIDE}]+`,
  "gu",
);
const TAB_AS_SPACES = "    ";
/** The widest cell fills two columns: no row can be narrower. */
const MIN_WIDTH = 2;

/**
 * The content broken into rows of at most `width` columns (at least 2), at line breaks and wherever a row is full. A grapheme or a chip
 * is divided only where it alone is wider than a row, and then between cells. Where the cursor stands behind a full row, an empty row
 * follows for it to stand in.
 */
export function visualRows(draft: Draft, width: number): readonly VisualRow[] {
  const limit = Math.max(MIN_WIDTH, Math.floor(width));
  const rows: VisualRow[] = [];
  let start = 0;
  for (const line of draft.content.split("\n")) {
    for (const row of PLAIN.test(line)
      ? plainRows(line, start, limit)
      : mixedRows(line, start, limit, draft.chips)) {
      rows.push(row);
    }
    const end = start + line.length;
    if (draft.cursor === end && (rows.at(-1)?.width ?? 0) >= limit) rows.push(emptyRow(end));
    start = end + 1;
  }
  return rows;
}

/** What stands on the screen for one grapheme. What a person could not see is shown as an escape. */
export function shownAs(grapheme: string, chips: Chips): string {
  if (grapheme === "\t") return TAB_AS_SPACES;
  return chipLabel(grapheme, chips) ?? sanitizeForTerminal(grapheme);
}

function emptyRow(at: number): VisualRow {
  return { start: at, end: at, lead: 0, width: 0, parts: [] };
}

function* plainRows(line: string, start: number, limit: number): Generator<VisualRow> {
  for (let at = 0; at === 0 || at < line.length; at += limit) {
    const text = line.slice(at, at + limit);
    const from = start + at;
    const parts = [{ text, isChip: false }];
    yield { start: from, end: from + text.length, lead: 0, width: text.length, parts };
  }
}

function* mixedRows(
  line: string,
  start: number,
  limit: number,
  chips: Chips,
): Generator<VisualRow> {
  let row = emptyRow(start);
  let offset = start;
  for (const [piece, narrow, wide] of line.matchAll(RUNS)) {
    if (narrow === undefined && wide === undefined) {
      row = yield* segmentedRows(row, piece, offset, limit, chips);
      offset += piece.length;
      continue;
    }
    const columns = narrow === undefined ? 2 : 1;
    for (let at = 0; at < piece.length; ) {
      const room = Math.floor((limit - row.width) / columns);
      if (room === 0) {
        yield row;
        row = emptyRow(offset);
        continue;
      }
      const text = piece.slice(at, at + room);
      at += text.length;
      offset += text.length;
      row = {
        ...row,
        end: offset,
        width: row.width + text.length * columns,
        parts: appended(row.parts, { text, isChip: false }),
      };
    }
  }
  yield row;
}

/** Goes on with a row, grapheme by grapheme; returns the last one, which is not full yet. */
function* segmentedRows(
  begun: VisualRow,
  piece: string,
  start: number,
  limit: number,
  chips: Chips,
): Generator<VisualRow, VisualRow> {
  let row = begun;
  let offset = start;
  for (const grapheme of graphemes(piece)) {
    const end = offset + grapheme.length;
    const shown = shownAs(grapheme, chips);
    const isChip = chipLabel(grapheme, chips) !== null;
    let isRest = false;
    for (const text of displayWidth(shown) > limit ? cells(shown) : [shown]) {
      const width = displayWidth(text);
      if (row.width + width > limit) {
        yield row;
        row = emptyRow(isRest ? end : offset);
      }
      row = {
        start: row.start,
        end,
        lead: row.start === end ? row.lead + width : row.lead,
        width: row.width + width,
        parts: appended(row.parts, { text, isChip }),
      };
      isRest = true;
    }
    offset = end;
  }
  return row;
}

function appended(parts: readonly VisualPart[], part: VisualPart): readonly VisualPart[] {
  const last = parts.at(-1);
  if (last?.isChip !== part.isChip) return [...parts, part];
  return [...parts.slice(0, -1), { text: last.text + part.text, isChip: part.isChip }];
}
