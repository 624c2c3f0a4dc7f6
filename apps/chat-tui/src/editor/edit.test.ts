import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EditorAction, edit } from "./edit.js";
import { type Editor, editorOf, editorText, MAX_EDITOR_BYTES } from "./editor.js";
import { nextBoundary } from "./grapheme-boundaries.js";
import type { Motion } from "./motions.js";

const WIDTH = 10;

const typed = (text: string): EditorAction => ({ type: "insert", text });
const pasted = (text: string, omittedBytes = 0): EditorAction => ({
  type: "paste",
  text,
  omittedBytes,
});
const moved = (to: Motion | "up" | "down"): EditorAction => ({ type: "move", to });
const killed = (to: Motion): EditorAction => ({ type: "kill", to });
const backspace: EditorAction = { type: "delete", to: "left" };
const undo: EditorAction = { type: "undo" };
const redo: EditorAction = { type: "redo" };
const yank: EditorAction = { type: "yank" };

function after(editor: Editor, ...actions: EditorAction[]): Editor {
  return actions.reduce((state, action) => edit(state, action, WIDTH), editor);
}

/** The text with a bar where the cursor is. */
function shown(editor: Editor): string {
  return `${editor.content.slice(0, editor.cursor)}|${editor.content.slice(editor.cursor)}`;
}

const from = (text: string, ...actions: EditorAction[]) => shown(after(editorOf(text), ...actions));

describe("the cursor", () => {
  test("acceptance 5: moves over whole graphemes, and Backspace deletes them", () => {
    const text = "日本é👨‍👩‍👧";
    expect(from(text, moved("left"))).toBe("日本é|👨‍👩‍👧");
    expect(from(text, moved("left"), moved("left"))).toBe("日本|é👨‍👩‍👧");
    expect(from(text, moved("left"), moved("right"))).toBe("日本é👨‍👩‍👧|");
    expect(from(text, backspace)).toBe("日本é|");
    expect(from(text, backspace, backspace)).toBe("日本|");
    expect(from("e\u0301", backspace)).toBe("|");
    expect(from("日本", moved("line_start"), { type: "delete", to: "right" })).toBe("|本");
  });

  test("stays behind what was typed, even where that joins its neighbour", () => {
    expect(from("\u0301", moved("line_start"), typed("e"))).toBe("e\u0301|");
  });

  test.each<[Motion, string, string]>([
    ["word_left", "one two-three", "one two-|three"],
    ["word_left", "one   ", "|one   "],
    ["word_left", "東京タワー", "東京|タワー"],
    ["blank_left", "one two-three ", "one |two-three "],
    ["line_start", "one\ntwo", "one\n|two"],
    ["text_start", "one\ntwo", "|one\ntwo"],
    ["line_end", "one\ntwo", "one\ntwo|"],
  ])("%s of %j", (motion, text, result) => {
    expect(from(text, moved(motion))).toBe(result);
  });

  test.each<[Motion, string, string]>([
    ["word_right", "one two", "one| two"],
    ["word_right", " -one two", " -one| two"],
    ["line_end", "one\ntwo", "one|\ntwo"],
    ["text_end", "one\ntwo", "one\ntwo|"],
  ])("%s from the start of %j", (motion, text, result) => {
    expect(from(text, moved("text_start"), moved(motion))).toBe(result);
  });

  test("keeps its column on the way through shorter rows, wrapped ones too", () => {
    const text = "abcdefghijklmno\nx\n12345678";
    expect(from(text, moved("up"))).toBe("abcdefghijklmno\nx|\n12345678");
    expect(from(text, moved("up"), moved("up"))).toBe("abcdefghijklmno|\nx\n12345678");
    expect(from(text, moved("up"), moved("up"), moved("up"))).toBe("abcdefgh|ijklmno\nx\n12345678");
    expect(from(text, moved("up"), moved("up"), moved("down"), moved("down"))).toBe(`${text}|`);
  });

  test("stays where there is no row above or below", () => {
    expect(from("ab", moved("up"))).toBe("ab|");
    expect(from("ab", moved("down"))).toBe("ab|");
  });
});

describe("what enters", () => {
  test("holds no control character but LF and tab", () => {
    expect(from("", typed("a\x1b[A\x07\u009bb"))).toBe("a[Ab|");
    expect(from("", pasted("a\r\nb\tc\x00"))).toBe("a\nb\tc|");
    expect(from("\x1b\ud800x")).toBe("[\ufffdx|".slice(1));
  });

  test("is cut at 1 MiB, with a notice until the next action", () => {
    const long = after(editorOf(""), pasted("日".repeat(400_000), 7));
    expect(editorText(long)).toBe("日".repeat(349_525));
    expect(long.notice).toEqual({ kind: "cut", omittedBytes: 7 + 1_200_000 - 1_048_575 });
    const full = after(long, typed("ab"));
    expect(Buffer.byteLength(editorText(full))).toBe(MAX_EDITOR_BYTES);
    expect(full.notice).toEqual({ kind: "cut", omittedBytes: 1 });
    expect(after(full, moved("left")).notice).toBeNull();
  });

  test("a completion replaces what stands before the cursor, another editor all of it, each in one step", () => {
    expect(from("say /he", { type: "complete", length: 3, text: "/help " })).toBe("say /help |");
    expect(from("old", { type: "replace", text: "new\n" })).toBe("new\n|");
    expect(from("old", { type: "replace", text: "new\n" }, undo)).toBe("old|");
  });
});

describe("chips", () => {
  const lines = Array.from({ length: 64 }, (_, index) => `line ${index}`).join("\n");

  test("a large paste is one unit for the cursor, and whole in the text", () => {
    const editor = after(editorOf("see "), pasted(lines), typed("!"));
    expect(editor.content).toHaveLength(6);
    expect(editorText(editor)).toBe(`see ${lines}!`);
    expect(editorText(after(editor, moved("left"), backspace))).toBe("see !");
    expect(editorText(after(editor, moved("left"), moved("word_left"), typed("x")))).toBe(
      `see x${lines}!`,
    );
  });

  test("20 lines and 4096 bytes are still text", () => {
    expect(after(editorOf(""), pasted("x\n".repeat(20))).chips).toEqual([]);
    expect(after(editorOf(""), pasted("x\n".repeat(21))).chips).toEqual(["x\n".repeat(21)]);
    expect(after(editorOf(""), pasted("x".repeat(4_096))).chips).toEqual([]);
    expect(after(editorOf(""), pasted("x".repeat(4_097))).chips).toEqual(["x".repeat(4_097)]);
  });

  test("one that was killed can be yanked, as often as the text may be long", () => {
    const half = "x".repeat(MAX_EDITOR_BYTES / 2 + 1);
    const cut = after(editorOf(""), pasted(half), killed("line_start"));
    expect(editorText(cut)).toBe("");
    expect(editorText(after(cut, yank))).toBe(half);
    const twice = after(cut, yank, yank);
    expect(editorText(twice)).toBe("x".repeat(MAX_EDITOR_BYTES));
    expect(twice.notice).toEqual({ kind: "cut", omittedBytes: 2 });
  });
});

describe("acceptance 22", () => {
  test("typing is undone by words, a paste at once", () => {
    const editor = after(editorOf(""), typed("o"), typed("k"), typed(" "), typed("g"), typed("o"));
    expect(shown(after(editor, undo))).toBe("ok |");
    expect(shown(after(editor, undo, undo))).toBe("|");
    expect(shown(after(editor, pasted("\nmany\nlines"), undo))).toBe("ok go|");
    expect(shown(after(editor, backspace, backspace, undo))).toBe("ok go|");
    expect(shown(after(editor, moved("left"), typed("x"), undo))).toBe("ok g|o");
  });

  test("what is typed after an undo ends what could be redone", () => {
    expect(from("", typed("a"), undo, redo)).toBe("a|");
    expect(from("", typed("a"), undo, typed("b"), redo)).toBe("b|");
  });

  test("C-y puts back what C-w, C-u and C-k cut; cuts in a row are one", () => {
    expect(from("one two", killed("blank_left"), yank, yank)).toBe("one twotwo|");
    expect(from("one two", killed("blank_left"), killed("blank_left"), yank)).toBe("one two|");
    expect(from("a\nb", moved("text_start"), killed("line_end"), killed("line_end"), yank)).toBe(
      "a\n|b",
    );
    expect(from("a\nb", killed("line_start"), killed("line_start"))).toBe("a|");
    expect(
      from("one two", killed("blank_left"), moved("line_start"), killed("line_end"), yank),
    ).toBe("one |");
  });
});

describe("laws", () => {
  const snippet = fc.oneof(
    fc.constantFrom(
      "a",
      " ",
      "日",
      "é",
      "\u0301",
      "👩",
      "\u200d",
      "👧",
      "🇩",
      "🇪",
      "\t",
      "क्ष",
      "한",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const motion = fc.constantFrom<Motion>(
    ...([
      "left",
      "right",
      "word_left",
      "word_right",
      "blank_left",
      "line_start",
      "line_end",
    ] as const),
  );
  const action: fc.Arbitrary<EditorAction> = fc.oneof(
    snippet.map(typed),
    fc.constantFrom<EditorAction>(
      { type: "newline" },
      undo,
      redo,
      yank,
      backspace,
      pasted("x\n".repeat(30)),
    ),
    snippet.map((text) => pasted(text)),
    fc.oneof(motion, fc.constantFrom("up" as const, "down" as const)).map(moved),
    motion.map(killed),
  );
  const actions = fc.array(action, { maxLength: 40 });

  test("the cursor is always between two graphemes, and no control character is in the text", () => {
    fc.assert(
      fc.property(actions, (done) => {
        let editor = editorOf("");
        for (const next of done) {
          editor = edit(editor, next, WIDTH);
          const { content, cursor } = editor;
          expect(cursor === 0 ? 0 : nextBoundary(content, cursor - 1)).toBe(cursor);
          expect(content).not.toMatch(/[^\P{Cc}\n\t]/u);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("undoing and then redoing changes nothing", () => {
    fc.assert(
      fc.property(actions, fc.integer({ min: 1, max: 5 }), (done, steps) => {
        const editor = after(editorOf(""), ...done);
        const count = Math.min(steps, editor.past.length);
        const back = after(editor, ...Array.from({ length: count }, () => undo));
        const again = after(back, ...Array.from({ length: count }, () => redo));
        expect(shown(again)).toBe(shown(editor));
        expect([again.past, again.future]).toEqual([editor.past, editor.future]);
      }),
      { numRuns: 500 },
    );
  });
});
