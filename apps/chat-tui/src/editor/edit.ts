import { insert, kill, paste, redo, remove, still, undo } from "./changes.js";
import type { Editor } from "./editor.js";
import { snapToBoundary } from "./grapheme-boundaries.js";
import { type Motion, motionTarget } from "./motions.js";
import { plainText } from "./plain-text.js";
import { offsetInRow, placeOfCursor } from "./row-places.js";
import { visualRows } from "./visual-rows.js";

export type EditorAction =
  | { readonly type: "insert"; readonly text: string }
  /** One undo unit, and a chip where it is large; `omittedBytes` were cut before it came here. */
  | { readonly type: "paste"; readonly text: string; readonly omittedBytes: number }
  | { readonly type: "newline" }
  | { readonly type: "move"; readonly to: Motion | "up" | "down" }
  | { readonly type: "delete"; readonly to: "left" | "right" }
  /** Takes out what the motion passes, for a yank; successive kills are yanked as one. At a line's edge that is its line break. */
  | { readonly type: "kill"; readonly to: Motion }
  | { readonly type: "yank" }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  /** Puts a text in place of the `length` UTF-16 units before the cursor: a completion. */
  | { readonly type: "complete"; readonly length: number; readonly text: string }
  /** Puts a text in place of all of it: what an external editor wrote. */
  | { readonly type: "replace"; readonly text: string };

/** The editor after one action, where its rows are `width` columns wide. */
export function edit(editor: Editor, action: EditorAction, width: number): Editor {
  const { content, cursor } = editor;
  switch (action.type) {
    case "insert":
      return insert(editor, { from: cursor, to: cursor, text: plainText(action.text) }, "typing");
    case "newline":
      return insert(editor, { from: cursor, to: cursor, text: "\n" }, "typing");
    case "paste":
      return paste(editor, plainText(action.text), action.omittedBytes);
    case "complete": {
      const from = snapToBoundary(content, cursor - action.length);
      return insert(editor, { from, to: cursor, text: plainText(action.text) }, null);
    }
    case "replace": {
      const text = plainText(action.text);
      return insert(editor, { from: 0, to: content.length, text }, null);
    }
    case "move":
      if (action.to === "up" || action.to === "down") return moveByRow(editor, action.to, width);
      return { ...still(editor), cursor: motionTarget(content, cursor, action.to) };
    case "delete":
      return remove(editor, motionTarget(content, cursor, action.to), "deleting");
    case "kill":
      return kill(editor, action.to);
    case "yank":
      return insert(editor, { from: cursor, to: cursor, text: editor.killed }, null);
    case "undo":
      return undo(editor);
    case "redo":
      return redo(editor);
  }
}

function moveByRow(editor: Editor, to: "up" | "down", width: number): Editor {
  const rows = visualRows(editor, width);
  const place = placeOfCursor(editor, rows);
  const goalColumn = editor.goalColumn ?? place.column;
  const step = to === "up" ? -1 : 1;
  // A row that shows only the rest of what began above it has no place of its own.
  for (let row = place.row + step; row >= 0 && row < rows.length; row += step) {
    const cursor = offsetInRow(editor, rows, row, goalColumn);
    if ((cursor - editor.cursor) * step > 0) return { ...still(editor), cursor, goalColumn };
  }
  return still(editor);
}
