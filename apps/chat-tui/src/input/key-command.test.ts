import { describe, expect, test } from "vitest";
import type { KeyCommand } from "./command.js";
import { InputDecoder } from "./input-decoder.js";
import { keyCommand } from "./key-command.js";
import { KEY_BINDINGS } from "./key-map.js";

/** What the bytes of one key ask for, where nothing follows them. */
function commandOf(sent: string, prefix: "C-x" | null = null): KeyCommand[] {
  const decoder = new InputDecoder();
  const events = [...decoder.feed(new TextEncoder().encode(sent)), ...decoder.flush()];
  return events.map((event) => keyCommand(event, prefix));
}

const NEWLINE: KeyCommand = { kind: "edit", edit: { type: "newline" } };
const UNDO: KeyCommand = { kind: "edit", edit: { type: "undo" } };
const WORD_LEFT: KeyCommand = { kind: "edit", edit: { type: "move", to: "word_left" } };

test.each<[string, string, KeyCommand]>([
  ["Enter", "\r", { kind: "submit" }],
  ["C-j", "\n", NEWLINE],
  ["M-Enter", "\x1b\r", NEWLINE],
  ["S-Enter of kitty", "\x1b[13;2u", NEWLINE],
  ["S-Enter of modifyOtherKeys", "\x1b[27;2;13~", NEWLINE],
  ["C-b", "\x02", { kind: "edit", edit: { type: "move", to: "left" } }],
  ["C-Left", "\x1b[1;5D", WORD_LEFT],
  ["M-b", "\x1bb", WORD_LEFT],
  ["Home", "\x1b[H", { kind: "edit", edit: { type: "move", to: "line_start" } }],
  ["C-End", "\x1b[1;5F", { kind: "scroll", by: { unit: "end", of: "bottom" } }],
  ["Up", "\x1b[A", { kind: "recall", recall: { direction: "older", from: "edge_row" } }],
  ["C-n", "\x0e", { kind: "recall", recall: { direction: "newer", from: "anywhere" } }],
  ["Backspace", "\x7f", { kind: "edit", edit: { type: "delete", to: "left" } }],
  ["S-Backspace of kitty", "\x1b[127;2u", { kind: "edit", edit: { type: "delete", to: "left" } }],
  ["C-d", "\x04", { kind: "end_or_delete" }],
  ["M-Backspace", "\x1b\x7f", { kind: "edit", edit: { type: "kill", to: "word_left" } }],
  ["C-y", "\x19", { kind: "edit", edit: { type: "yank" } }],
  ["C-_", "\x1f", UNDO],
  ["C-_ of kitty", "\x1b[45:95;6u", UNDO],
  ["M-_", "\x1b_", { kind: "edit", edit: { type: "redo" } }],
  ["C-r", "\x12", { kind: "toggle_reasoning" }],
  ["PageUp", "\x1b[5~", { kind: "scroll", by: { unit: "pages", count: -1 } }],
  ["S-Down", "\x1b[1;2B", { kind: "scroll", by: { unit: "rows", count: 1 } }],
  ["the wheel", "\x1b[<65;1;1M", { kind: "scroll", by: { unit: "rows", count: 3 } }],
  ["S-Tab", "\x1b[Z", { kind: "complete", direction: "previous" }],
  ["Escape", "\x1b", { kind: "escape" }],
  ["C-c", "\x03", { kind: "interrupt" }],
  ["C-c of kitty", "\x1b[99;5u", { kind: "interrupt" }],
  ["C-z", "\x1a", { kind: "suspend" }],
  ["C-x", "\x18", { kind: "prefix", prefix: "C-x" }],
  ["F1", "\x1bOP", { kind: "help" }],
  ["a letter", "x", { kind: "edit", edit: { type: "insert", text: "x" } }],
  ["C-S-c, which is the terminal's", "\x1b[99;6u", { kind: "none" }],
  ["a key without a meaning", "\x1b[24~", { kind: "none" }],
  ["focus", "\x1b[I", { kind: "none" }],
])("%s", (_, sent, command) => {
  expect(commandOf(sent)).toEqual([command]);
});

test("a paste is inserted, whatever it holds", () => {
  expect(commandOf("\x1b[200~a\r/quit\r\x1b[201~")).toEqual([
    { kind: "edit", edit: { type: "paste", text: "a\n/quit\n", omittedBytes: 0 } },
  ]);
});

test("after C-x only the keys that follow it mean something, and focus leaves it", () => {
  expect(commandOf("\x05", "C-x")).toEqual([{ kind: "external_editor" }]);
  expect(commandOf("\x03", "C-x")).toEqual([{ kind: "none" }]);
  expect(commandOf("\x1b[O", "C-x")).toEqual([{ kind: "prefix", prefix: "C-x" }]);
});

describe("the key map", () => {
  test("binds each key once", () => {
    const keys = KEY_BINDINGS.flatMap(({ keys: own, also = [] }) => [...own, ...also]);
    expect(keys).toHaveLength(new Set(keys).size);
  });

  test("names its keys as the decoder's events are spelled", () => {
    const name = "Enter|Left|Right|Up|Down|Home|End|PageUp|PageDown|Backspace|Delete|Tab|Escape|F1";
    const chord = new RegExp(`^(?:C-x )?(?:C-)?(?:M-)?(?:S-)?(?:${name}|[a-z/_-])$`);
    for (const { keys, also = [] } of KEY_BINDINGS) {
      for (const key of [...keys, ...also]) expect(key).toMatch(chord);
    }
  });
});
