import { expandChips, isLarge, MAX_CHIPS, placeholderOf } from "./chips.js";
import { type Editor, editorText, MAX_EDITOR_BYTES, noticeOf, type Snapshot } from "./editor.js";
import { snapToBoundary } from "./grapheme-boundaries.js";
import { type Motion, motionTarget } from "./motions.js";
import { startWithinBytes } from "./plain-text.js";

/** How many steps can be undone. */
const MAX_UNDO = 200;

interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function insert(editor: Editor, change: Change, burst: "typing" | null): Editor {
  const { from, to } = change;
  const removed = editor.content.slice(from, to);
  const held =
    Buffer.byteLength(editorText(editor)) - Buffer.byteLength(expandChips(removed, editor.chips));
  const inserted = expandChips(change.text, editor.chips);
  const { text: start, omittedBytes } = startWithinBytes(inserted, MAX_EDITOR_BYTES - held);
  // A chip is cut as the text that it stands for.
  const text = omittedBytes === 0 ? change.text : start;
  const notice = noticeOf(omittedBytes);
  if (text === "" && removed === "") return { ...still(editor), notice };
  const belongs = burst === "typing" && editor.burst === "typing" && !startsWord(editor, text);
  return { ...changed(editor, { from, to, text }, belongs), burst, notice };
}

/** A burst of typing is a word and the spaces after it. */
function startsWord({ content, cursor }: Editor, text: string): boolean {
  return /^\S/u.test(text) && /\s$/u.test(content.slice(0, cursor).slice(-1));
}

export function paste(editor: Editor, whole: string, omittedBefore: number): Editor {
  const { cursor, chips } = editor;
  const room = MAX_EDITOR_BYTES - Buffer.byteLength(editorText(editor));
  const { text, omittedBytes } = startWithinBytes(whole, room);
  const notice = noticeOf(omittedBefore + omittedBytes);
  if (text === "") return { ...still(editor), notice };
  const isChip = isLarge(text) && chips.length < MAX_CHIPS;
  const inserted = isChip ? placeholderOf(chips.length) : text;
  const next = changed(editor, { from: cursor, to: cursor, text: inserted }, false);
  return { ...next, chips: isChip ? [...chips, text] : chips, notice };
}

export function remove(editor: Editor, target: number, burst: "deleting" | "killing"): Editor {
  const from = Math.min(editor.cursor, target);
  const to = Math.max(editor.cursor, target);
  if (from === to) return still(editor);
  const belongs = burst === "deleting" && editor.burst === "deleting";
  return { ...changed(editor, { from, to, text: "" }, belongs), burst };
}

export function kill(editor: Editor, motion: Motion): Editor {
  const { content, cursor, killed, burst } = editor;
  const target = motionTarget(content, cursor, motion);
  const end = target === cursor ? overLineBreak(content, cursor, motion) : target;
  return { ...remove(editor, end, "killing"), killed: joined() };

  function joined(): string {
    if (end === cursor) return killed;
    if (burst !== "killing") return content.slice(Math.min(cursor, end), Math.max(cursor, end));
    return end < cursor ? content.slice(end, cursor) + killed : killed + content.slice(cursor, end);
  }
}

function overLineBreak(content: string, cursor: number, motion: Motion): number {
  if (motion === "line_start") return Math.max(0, cursor - 1);
  return motion === "line_end" ? Math.min(content.length, cursor + 1) : cursor;
}

export function undo(editor: Editor): Editor {
  const before = editor.past.at(-1);
  if (before === undefined) return still(editor);
  const past = editor.past.slice(0, -1);
  return { ...still(editor), ...before, past, future: [...editor.future, snapshotOf(editor)] };
}

export function redo(editor: Editor): Editor {
  const after = editor.future.at(-1);
  if (after === undefined) return still(editor);
  const future = editor.future.slice(0, -1);
  return { ...still(editor), ...after, past: [...editor.past, snapshotOf(editor)], future };
}

function changed(editor: Editor, { from, to, text }: Change, belongsToBurst: boolean): Editor {
  const content = editor.content.slice(0, from) + text + editor.content.slice(to);
  return {
    ...still(editor),
    content,
    // What was inserted may have joined with what follows it.
    cursor: snapToBoundary(content, from + text.length),
    past: belongsToBurst ? editor.past : [...editor.past, snapshotOf(editor)].slice(-MAX_UNDO),
    future: [],
  };
}

/** The editor as an action finds it: what the last one left behind is gone. */
export function still(editor: Editor): Editor {
  return { ...editor, goalColumn: null, burst: null, notice: null };
}

function snapshotOf({ content, cursor }: Editor): Snapshot {
  return { content, cursor };
}
