import { describe, expect, test } from "vitest";
import { continuedLine } from "./continued-line.js";
import { edit } from "./edit.js";
import { type Editor, editorOf, editorText } from "./editor.js";
import { historyOf, MAX_HISTORY_ENTRIES, type Prompt, recall, remembered } from "./history.js";

const WIDTH = 20;

const older = (prompt: Prompt) => recall(prompt, { direction: "older", from: "anywhere" }, WIDTH);
const newer = (prompt: Prompt) => recall(prompt, { direction: "newer", from: "anywhere" }, WIDTH);
const typed = (prompt: Prompt, text: string): Prompt => ({
  ...prompt,
  editor: edit(prompt.editor, { type: "insert", text }, WIDTH),
});
const textIn = ({ editor }: Prompt) => editorText(editor);

const start: Prompt = { editor: editorOf("draft"), history: historyOf(["one", "two"]) };

describe("acceptance 22: history", () => {
  test("goes from the newest entry to the oldest, and back to the draft", () => {
    expect(textIn(older(start))).toBe("two");
    expect(textIn(older(older(start)))).toBe("one");
    expect(textIn(older(older(older(start))))).toBe("one");
    expect(textIn(newer(older(older(start))))).toBe("two");
    expect(textIn(newer(newer(older(older(start)))))).toBe("draft");
    expect(newer(start)).toBe(start);
  });

  test("keeps what was changed in an entry, and its undo, until something is sent", () => {
    const changed = typed(older(start), "!");
    const back = older(newer(changed));
    expect(textIn(back)).toBe("two!");
    expect(editorText(edit(back.editor, { type: "undo" }, WIDTH))).toBe("two");
    const sent = { editor: editorOf(""), history: remembered(back.history, "two!") };
    expect(sent.history.entries).toEqual(["one", "two", "two!"]);
    expect(textIn(older(older(sent)))).toBe("two");
  });

  test("a draft's chips come back with it", () => {
    const text = "x\n".repeat(30);
    const paste = { type: "paste", text, omittedBytes: 0 } as const;
    const prompt: Prompt = { ...start, editor: edit(editorOf(""), paste, WIDTH) };
    expect(textIn(newer(older(prompt)))).toBe(text);
  });

  test("what was cut in one entry is put back in another", () => {
    const cut: Editor = edit(start.editor, { type: "kill", to: "line_start" }, WIDTH);
    const other = older({ ...start, editor: cut });
    expect(editorText(edit(other.editor, { type: "yank" }, WIDTH))).toBe("twodraft");
  });

  test("Up and Down move in the text first, and reach the history at its first and last row", () => {
    const prompt: Prompt = { ...start, editor: editorOf("a\nb") };
    const up = (state: Prompt) => recall(state, { direction: "older", from: "edge_row" }, WIDTH);
    const down = (state: Prompt) => recall(state, { direction: "newer", from: "edge_row" }, WIDTH);
    expect(up(prompt).editor.cursor).toBe(1);
    expect(textIn(up(up(prompt)))).toBe("two");
    expect(textIn(down(up(up(prompt))))).toBe("a\nb");
    expect(down(up(prompt)).editor.cursor).toBe(3);
  });

  test("remembers nothing blank, nothing twice in a row, and the newest entries only", () => {
    expect(remembered(start.history, "two").entries).toEqual(["one", "two"]);
    expect(remembered(start.history, " \n").entries).toEqual(["one", "two"]);
    const many = historyOf(Array.from({ length: 600 }, (_, index) => `${index}`));
    expect(many.entries).toHaveLength(MAX_HISTORY_ENTRIES);
    expect(many.entries.at(-1)).toBe("599");
    const long = "x".repeat(3_000_000);
    expect(historyOf([long, "a", long, "b"]).entries).toEqual(["a", long, "b"]);
    expect(historyOf(["a", "x".repeat(5_000_000)]).entries).toHaveLength(1);
  });

  test("an entry of a file is cleaned like everything that enters", () => {
    expect(textIn(older({ ...start, history: historyOf(["a\x1b]52;c;x\x07b"]) }))).toBe(
      "a]52;c;xb",
    );
  });
});

describe("Enter behind a backslash", () => {
  test.each([
    ["one\\", "one\n"],
    ["one\\\\\\", "one\\\\\n"],
  ])("%j becomes %j", (text, continued) => {
    expect(continuedLine(editorOf(text))?.content).toBe(continued);
  });

  test("sends where there is none, where there are two, and where the cursor is elsewhere", () => {
    expect(continuedLine(editorOf("one"))).toBeNull();
    expect(continuedLine(editorOf("C:\\\\"))).toBeNull();
    expect(continuedLine(edit(editorOf("x\\"), { type: "move", to: "left" }, WIDTH))).toBeNull();
  });
});
