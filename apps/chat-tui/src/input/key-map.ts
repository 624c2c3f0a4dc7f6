import type { Motion } from "../editor/motions.js";
import type { KeyCommand } from "./command.js";
import type { KeyAction } from "./key-action.js";

/** Keys that do one thing, for the decoder's events and for the help. */
export interface KeyBinding {
  /** By which it can be given other keys; null for what always has its own. */
  readonly action: KeyAction | null;
  /** Spelled as by `chordOf`; two keys one after the other with a space between. */
  readonly keys: readonly string[];
  /** How other terminals report the same keys; not shown. */
  readonly also?: readonly string[];
  readonly command: KeyCommand;
  /** What the keys do, in the words of the help. Bindings with the same words are one line of it. */
  readonly help: string;
}

export const KEY_BINDINGS: readonly KeyBinding[] = [
  { action: "send", keys: ["Enter"], command: { kind: "submit" }, help: "send" },
  {
    action: "new_line",
    keys: ["S-Enter", "M-Enter", "C-j"],
    command: { kind: "edit", edit: { type: "newline" } },
    help: "new line (so does Enter after a backslash)",
  },
  move("left", "left", ["Left", "C-b"], "move by a character"),
  move("right", "right", ["Right", "C-f"], "move by a character"),
  move("word_left", "word_left", ["C-Left", "M-b"], "move by a word", ["M-Left"]),
  move("word_right", "word_right", ["C-Right", "M-f"], "move by a word", ["M-Right"]),
  move("line_start", "line_start", ["Home", "C-a"], "start or end of the line"),
  move("line_end", "line_end", ["End", "C-e"], "start or end of the line"),
  recall(
    "up",
    "older",
    "edge_row",
    "Up",
    "move by a row; at the first or last one, earlier messages",
  ),
  recall(
    "down",
    "newer",
    "edge_row",
    "Down",
    "move by a row; at the first or last one, earlier messages",
  ),
  recall("older_message", "older", "anywhere", "C-p", "earlier or later message"),
  recall("newer_message", "newer", "anywhere", "C-n", "earlier or later message"),
  {
    action: "delete_left",
    keys: ["Backspace", "C-h"],
    also: ["C-Backspace"],
    command: { kind: "edit", edit: { type: "delete", to: "left" } },
    help: "delete to the left",
  },
  {
    action: "delete_right",
    keys: ["Delete"],
    command: { kind: "edit", edit: { type: "delete", to: "right" } },
    help: "delete to the right",
  },
  {
    action: "delete_or_leave",
    keys: ["C-d"],
    command: { kind: "end_or_delete" },
    help: "delete to the right; leave where nothing is written",
  },
  kill("cut_blank_left", "blank_left", ["C-w"], "cut the word before"),
  kill("cut_word_left", "word_left", ["M-Backspace"], "cut the word before"),
  kill("cut_word_right", "word_right", ["M-d"], "cut the word after"),
  kill("cut_to_line_start", "line_start", ["C-u"], "cut to the start of the line"),
  kill("cut_to_line_end", "line_end", ["C-k"], "cut to the end of the line"),
  {
    action: "put_back",
    keys: ["C-y"],
    command: { kind: "edit", edit: { type: "yank" } },
    help: "put back what was cut",
  },
  {
    action: "undo",
    keys: ["C-_"],
    also: ["C-/", "C--"],
    command: { kind: "edit", edit: { type: "undo" } },
    help: "undo",
  },
  {
    action: "redo",
    keys: ["M-_"],
    also: ["M--"],
    command: { kind: "edit", edit: { type: "redo" } },
    help: "redo",
  },
  {
    action: "reasoning",
    keys: ["C-r"],
    command: { kind: "toggle_reasoning" },
    help: "show or hide the reasoning",
  },
  { action: "search", keys: ["C-s"], command: { kind: "search" }, help: "search the transcript" },
  scroll("page_up", "pages", -1, ["PageUp"], "scroll by a page"),
  scroll("page_down", "pages", 1, ["PageDown"], "scroll by a page"),
  scroll("row_up", "rows", -1, ["S-Up"], "scroll by a row"),
  scroll("row_down", "rows", 1, ["S-Down"], "scroll by a row"),
  {
    action: "top",
    keys: ["C-Home"],
    command: { kind: "scroll", by: { unit: "end", of: "top" } },
    help: "start or end of the transcript",
  },
  {
    action: "bottom",
    keys: ["C-End"],
    command: { kind: "scroll", by: { unit: "end", of: "bottom" } },
    help: "start or end of the transcript",
  },
  {
    action: "complete",
    keys: ["Tab"],
    command: { kind: "complete", direction: "next" },
    help: "complete",
  },
  {
    action: "complete_back",
    keys: ["S-Tab"],
    command: { kind: "complete", direction: "previous" },
    help: "complete",
  },
  {
    action: null,
    keys: ["Escape"],
    also: ["C-g"],
    command: { kind: "escape" },
    help: "close what is open; twice, stop the answer",
  },
  {
    action: null,
    keys: ["C-c"],
    command: { kind: "interrupt" },
    help: "stop the answer, or clear what is written; twice, leave",
  },
  { action: "repaint", keys: ["C-l"], command: { kind: "repaint" }, help: "draw the screen anew" },
  {
    action: "toggle_mouse",
    keys: ["C-t"],
    command: { kind: "toggle_mouse" },
    help: "give the mouse to the terminal, or take it",
  },
  {
    action: null,
    keys: ["C-x"],
    command: { kind: "prefix", prefix: "C-x" },
    help: "begins C-x C-e",
  },
  {
    action: "editor",
    keys: ["C-x C-e"],
    command: { kind: "external_editor" },
    help: "write in $VISUAL or $EDITOR",
  },
  { action: "suspend", keys: ["C-z"], command: { kind: "suspend" }, help: "suspend" },
  { action: "help", keys: ["F1"], command: { kind: "help" }, help: "this help" },
];

function move(
  action: KeyAction,
  to: Motion,
  keys: readonly string[],
  help: string,
  also: readonly string[] = [],
): KeyBinding {
  return { action, keys, also, command: { kind: "edit", edit: { type: "move", to } }, help };
}

function kill(action: KeyAction, to: Motion, keys: readonly string[], help: string): KeyBinding {
  return { action, keys, command: { kind: "edit", edit: { type: "kill", to } }, help };
}

function recall(
  action: KeyAction,
  direction: "older" | "newer",
  from: "anywhere" | "edge_row",
  key: string,
  help: string,
): KeyBinding {
  return { action, keys: [key], command: { kind: "recall", recall: { direction, from } }, help };
}

function scroll(
  action: KeyAction,
  unit: "rows" | "pages",
  count: number,
  keys: readonly string[],
  help: string,
): KeyBinding {
  return { action, keys, command: { kind: "scroll", by: { unit, count } }, help };
}
