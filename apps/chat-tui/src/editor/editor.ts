import { expandChips } from "./chips.js";
import { plainText, startWithinBytes } from "./plain-text.js";
import type { Draft } from "./visual-rows.js";

/** How long a draft may be, in UTF-8 bytes, the text of its chips included. */
export const MAX_EDITOR_BYTES = 1_048_576;

/** A text being written. It holds no control character but LF and tab; the cursor stands between two graphemes. */
export interface Editor extends Draft {
  /** The column that moving up and down keeps to, where the last action was that. */
  readonly goalColumn: number | null;
  readonly past: readonly Snapshot[];
  readonly future: readonly Snapshot[];
  /** What the last action was, where a next one of its kind belongs to it. */
  readonly burst: "typing" | "deleting" | "killing" | null;
  /** What the next yank inserts. */
  readonly killed: string;
  /** What the person has to know about the last action. */
  readonly notice: EditorNotice | null;
}

/** The text was longer than the editor holds: so many of its bytes were left out. */
export interface EditorNotice {
  readonly kind: "cut";
  readonly omittedBytes: number;
}

/** What undoing and redoing bring back. */
export interface Snapshot {
  readonly content: string;
  readonly cursor: number;
}

/** An editor with a text, the cursor behind it, and nothing to undo. What is too long is left out, with a notice. */
export function editorOf(text: string): Editor {
  const { text: content, omittedBytes } = startWithinBytes(plainText(text), MAX_EDITOR_BYTES);
  return {
    content,
    cursor: content.length,
    chips: [],
    goalColumn: null,
    past: [],
    future: [],
    burst: null,
    killed: "",
    notice: noticeOf(omittedBytes),
  };
}

/** An editor in which what another one killed can be yanked. */
export function withKilledOf(editor: Editor, other: Editor): Editor {
  return { ...editor, killed: expandChips(other.killed, other.chips) };
}

/** The whole text, every chip with what was pasted. */
export function editorText(editor: Editor): string {
  return expandChips(editor.content, editor.chips);
}

export function noticeOf(omittedBytes: number): EditorNotice | null {
  return omittedBytes === 0 ? null : { kind: "cut", omittedBytes };
}
