import type { Row, Span } from "../view/frame.js";
import type { Editor } from "./editor.js";
import { type Place, placeOfCursor } from "./row-places.js";
import { type VisualRow, visualRows } from "./visual-rows.js";

/** What an editor shows. */
export interface EditorLayout {
  /** From 1 to `maxRows`, among them the cursor's. */
  readonly rows: readonly Row[];
  /** The cell at which typed text is inserted, both counted from 0; the column is less than the width. */
  readonly cursor: Place;
  readonly hiddenAbove: number;
}

/** The rows of an editor around its cursor. A width under 2 columns is taken as 2. */
export function layoutEditor(editor: Editor, width: number, maxRows: number): EditorLayout {
  const rows = visualRows(editor, width);
  const cursor = placeOfCursor(editor, rows);
  const count = Math.max(1, Math.floor(maxRows));
  const middle = cursor.row - Math.floor(count / 2);
  const hiddenAbove = Math.max(0, Math.min(middle, rows.length - count));
  return {
    rows: rows.slice(hiddenAbove, hiddenAbove + count).map(spansOf),
    cursor: { row: cursor.row - hiddenAbove, column: cursor.column },
    hiddenAbove,
  };
}

/** Whether moving up, or down, would leave the text. */
export function isAtEdgeRow(editor: Editor, edge: "first" | "last", width: number): boolean {
  const rows = visualRows(editor, width);
  const { row } = placeOfCursor(editor, rows);
  return edge === "first" ? row === 0 : row === rows.length - 1;
}

function spansOf(row: VisualRow): Row {
  return row.parts.map(
    ({ text, isChip }): Span => ({ text, style: isChip ? { tone: "accent" } : {} }),
  );
}
