import { edit } from "./edit.js";
import type { Editor } from "./editor.js";

const ODD_BACKSLASHES = /(?<!\\)(?:\\\\)*\\$/;

/**
 * For Enter: behind a backslash that ends the text it means a new line, as in a shell, and the editor with a line break in the
 * backslash's place is returned; null means that the text is to be sent. Two backslashes stand for themselves.
 */
export function continuedLine(editor: Editor): Editor | null {
  const { content, cursor } = editor;
  if (cursor < content.length || !ODD_BACKSLASHES.test(content)) return null;
  return edit(editor, { type: "complete", length: 1, text: "\n" }, Number.POSITIVE_INFINITY);
}
