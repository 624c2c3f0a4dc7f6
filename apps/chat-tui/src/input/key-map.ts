import type { Motion } from "../editor/motions.js";
import type { KeyCommand } from "./command.js";

/** Keys that do one thing, for the decoder's events and for the help. */
export interface KeyBinding {
  /** Spelled as by `chordOf`; two keys one after the other with a space between. */
  readonly keys: readonly string[];
  /** How other terminals report the same keys; not shown. */
  readonly also?: readonly string[];
  readonly command: KeyCommand;
  /** What the keys do, in the words of the help. Bindings with the same words are one line of it. */
  readonly help: string;
}

export const KEY_BINDINGS: readonly KeyBinding[] = [
  { keys: ["Enter"], command: { kind: "submit" }, help: "send" },
  {
    keys: ["S-Enter", "M-Enter", "C-j"],
    command: { kind: "edit", edit: { type: "newline" } },
    help: "new line (so does Enter after a backslash)",
  },
  move("left", ["Left", "C-b"], "move by a character"),
  move("right", ["Right", "C-f"], "move by a character"),
  move("word_left", ["C-Left", "M-b"], "move by a word", ["M-Left"]),
  move("word_right", ["C-Right", "M-f"], "move by a word", ["M-Right"]),
  move("line_start", ["Home", "C-a"], "start or end of the line"),
  move("line_end", ["End", "C-e"], "start or end of the line"),
  recall("older", "edge_row", "Up", "move by a row; at the first or last one, earlier messages"),
  recall("newer", "edge_row", "Down", "move by a row; at the first or last one, earlier messages"),
  recall("older", "anywhere", "C-p", "earlier or later message"),
  recall("newer", "anywhere", "C-n", "earlier or later message"),
  {
    keys: ["Backspace", "C-h"],
    also: ["C-Backspace"],
    command: { kind: "edit", edit: { type: "delete", to: "left" } },
    help: "delete to the left",
  },
  {
    keys: ["Delete"],
    command: { kind: "edit", edit: { type: "delete", to: "right" } },
    help: "delete to the right",
  },
  {
    keys: ["C-d"],
    command: { kind: "end_or_delete" },
    help: "delete to the right; leave where nothing is written",
  },
  kill("blank_left", ["C-w"], "cut the word before"),
  kill("word_left", ["M-Backspace"], "cut the word before"),
  kill("word_right", ["M-d"], "cut the word after"),
  kill("line_start", ["C-u"], "cut to the start of the line"),
  kill("line_end", ["C-k"], "cut to the end of the line"),
  {
    keys: ["C-y"],
    command: { kind: "edit", edit: { type: "yank" } },
    help: "put back what was cut",
  },
  {
    keys: ["C-_"],
    also: ["C-/", "C--"],
    command: { kind: "edit", edit: { type: "undo" } },
    help: "undo",
  },
  {
    keys: ["M-_"],
    also: ["M--"],
    command: { kind: "edit", edit: { type: "redo" } },
    help: "redo",
  },
  { keys: ["C-r"], command: { kind: "toggle_reasoning" }, help: "show or hide the reasoning" },
  { keys: ["C-s"], command: { kind: "search" }, help: "search the transcript" },
  scroll("pages", -1, ["PageUp"], "scroll by a page"),
  scroll("pages", 1, ["PageDown"], "scroll by a page"),
  scroll("rows", -1, ["S-Up"], "scroll by a row"),
  scroll("rows", 1, ["S-Down"], "scroll by a row"),
  {
    keys: ["C-Home"],
    command: { kind: "scroll", by: { unit: "end", of: "top" } },
    help: "start or end of the transcript",
  },
  {
    keys: ["C-End"],
    command: { kind: "scroll", by: { unit: "end", of: "bottom" } },
    help: "start or end of the transcript",
  },
  { keys: ["Tab"], command: { kind: "complete", direction: "next" }, help: "complete" },
  { keys: ["S-Tab"], command: { kind: "complete", direction: "previous" }, help: "complete" },
  {
    keys: ["Escape"],
    also: ["C-g"],
    command: { kind: "escape" },
    help: "close what is open; twice, stop the answer",
  },
  {
    keys: ["C-c"],
    command: { kind: "interrupt" },
    help: "stop the answer, or clear what is written; twice, leave",
  },
  { keys: ["C-l"], command: { kind: "repaint" }, help: "draw the screen anew" },
  {
    keys: ["C-t"],
    command: { kind: "toggle_mouse" },
    help: "give the mouse to the terminal, or take it",
  },
  { keys: ["C-x"], command: { kind: "prefix", prefix: "C-x" }, help: "begins C-x C-e" },
  {
    keys: ["C-x C-e"],
    command: { kind: "external_editor" },
    help: "write in $VISUAL or $EDITOR",
  },
  { keys: ["C-z"], command: { kind: "suspend" }, help: "suspend" },
  { keys: ["F1"], command: { kind: "help" }, help: "this help" },
];

function move(
  to: Motion,
  keys: readonly string[],
  help: string,
  also: readonly string[] = [],
): KeyBinding {
  return { keys, also, command: { kind: "edit", edit: { type: "move", to } }, help };
}

function kill(to: Motion, keys: readonly string[], help: string): KeyBinding {
  return { keys, command: { kind: "edit", edit: { type: "kill", to } }, help };
}

function recall(
  direction: "older" | "newer",
  from: "anywhere" | "edge_row",
  key: string,
  help: string,
): KeyBinding {
  return { keys: [key], command: { kind: "recall", recall: { direction, from } }, help };
}

function scroll(
  unit: "rows" | "pages",
  count: number,
  keys: readonly string[],
  help: string,
): KeyBinding {
  return { keys, command: { kind: "scroll", by: { unit, count } }, help };
}
