import { edit } from "./edit.js";
import { type Editor, editorOf, withKilledOf } from "./editor.js";
import { isAtEdgeRow } from "./layout.js";

/** How many entries a history holds; the oldest are forgotten. */
export const MAX_HISTORY_ENTRIES = 500;
/** How much text a history holds, in UTF-16 units; an entry alone may be longer. */
export const MAX_HISTORY_LENGTH = 4_194_304;

/** What was sent before, oldest first, and what became of it in the editor since. */
export interface History {
  readonly entries: readonly string[];
  /** Which entry is in the editor; `entries.length` stands for the draft. */
  readonly position: number;
  /** The draft and the entries that were left with changes, by position. */
  readonly kept: ReadonlyMap<number, Editor>;
}

/** What a person writes in: the editor, and the history that it can be filled from. */
export interface Prompt {
  readonly editor: Editor;
  readonly history: History;
}

export interface Recall {
  readonly direction: "older" | "newer";
  /** `edge_row`: within the text the cursor moves by a row instead; only from the first row, or the last, is there history. */
  readonly from: "anywhere" | "edge_row";
}

export function historyOf(entries: readonly string[]): History {
  const bounded = newestWithin(entries);
  return { entries: bounded, position: bounded.length, kept: new Map() };
}

/** The history after a text was sent or cleared: the newest entry, unless it says what the newest one said, or nothing. */
export function remembered(history: History, text: string): History {
  const repeats = text.trim() === "" || history.entries.at(-1) === text;
  return historyOf(repeats ? history.entries : [...history.entries, text]);
}

/** Goes to the next older or newer entry; what is in the editor is kept as it is, and is there again on the way back. */
export function recall(prompt: Prompt, { direction, from }: Recall, width: number): Prompt {
  const { editor, history } = prompt;
  const isOlder = direction === "older";
  if (from === "edge_row" && !isAtEdgeRow(editor, isOlder ? "first" : "last", width)) {
    const to = isOlder ? "up" : "down";
    return { editor: edit(editor, { type: "move", to }, width), history };
  }
  const position = history.position + (isOlder ? -1 : 1);
  if (position < 0 || position > history.entries.length) return prompt;
  const kept = new Map(history.kept).set(history.position, editor);
  return { editor: entryAt(position), history: { ...history, position, kept } };

  function entryAt(at: number): Editor {
    const left = kept.get(at) ?? editorOf(history.entries[at] ?? "");
    return withKilledOf({ ...left, goalColumn: null, burst: null, notice: null }, editor);
  }
}

function newestWithin(entries: readonly string[]): readonly string[] {
  const newest = entries.slice(-MAX_HISTORY_ENTRIES);
  let first = newest.length;
  for (let length = 0; first > 0; first -= 1) {
    length += newest[first - 1]?.length ?? 0;
    if (length > MAX_HISTORY_LENGTH && first < newest.length) break;
  }
  return newest.slice(first);
}
