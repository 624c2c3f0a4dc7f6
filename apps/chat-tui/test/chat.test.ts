import { describe, expect, test } from "vitest";
import { ANSWERED, says, TypedChat, thinks } from "./typed-chat.js";

const UP = "\u001b[A";

describe("a message", () => {
  test("goes to the model on Enter, stands in the conversation, and leaves the editor empty", () => {
    const chat = new TypedChat().type("Hello\r");
    expect(chat.done()).toEqual([
      { type: "remember", text: "Hello" },
      { type: "send", text: "Hello" },
    ]);
    expect(chat.rows().slice(0, 2)).toEqual(["> Hello", ""]);
    expect(chat.rows().at(-1)).toBe("> ");
    expect(chat.rows().at(-2)).toMatch(/^Thinking… +small$/);
  });

  test("that is empty goes nowhere", () => {
    expect(new TypedChat().type("\r  \r").done()).toEqual([]);
  });

  test("1: a paste of many lines is one message, sent once and whole", () => {
    const text = Array.from({ length: 64 }, (_, n) => `line ${n} 日本 {bold}`).join("\n");
    const chat = new TypedChat().paste(text.replaceAll("\n", "\r\n"));
    expect(chat.done()).toEqual([]);
    expect(chat.rows().at(-1)).toBe("> [paste #1: 64 lines]");
    expect(chat.type("\r").done().at(-1)).toEqual({ type: "send", text });
  });

  test("written while the model answers stays in the editor until it can be sent", () => {
    const chat = new TypedChat().type("one\r");
    chat.done();
    expect(chat.type("two\r").done()).toEqual([]);
    expect(chat.rows().at(-2)).toContain("The model is still answering. Esc twice stops it.");
    chat.turn(says("Yes."), ANSWERED);
    expect(chat.type("\r").done().at(-1)).toEqual({ type: "send", text: "two" });
  });

  test("a second line by Alt-Enter, and by a backslash before Enter", () => {
    const chat = new TypedChat().type("a\u001b\rb\\\rc");
    expect(chat.rows().slice(-3)).toEqual(["> a", "  b", "  c"]);
  });

  test("Up brings back what was sent, and Down the draft", () => {
    const chat = new TypedChat({ history: ["older"] }).type("draft").type(UP);
    expect(chat.rows().at(-1)).toBe("> older");
    expect(chat.type("\u001b[B").rows().at(-1)).toBe("> draft");
  });
});

describe("an answer", () => {
  test("is shown as it comes, in Markdown, and ends quietly", () => {
    const chat = new TypedChat().type("Hi\r").turn(says("**Good"), says(" day**"));
    expect(chat.rows().slice(0, 4)).toEqual(["> Hi", "", "Good day", ""]);
    expect(chat.rows().at(-2)).toMatch(/^Answering…/);
    chat.turn(ANSWERED);
    expect(chat.rows().at(-2)).toMatch(/^ +12 tokens {2}small$/);
  });

  test("23: one label for people stands while tools run, and nothing of them stays in the conversation", () => {
    const chat = new TypedChat()
      .type("Look\r")
      .turn({ type: "activity_started", id: "a", operation: "mcp.docs.search" });
    expect(chat.rows().at(-2)).toMatch(/^Using search of docs…/);
    chat.turn({ type: "activity_started", id: "b", operation: "mcp.docs._perspt_resource_read" });
    expect(chat.rows().at(-2)).toMatch(/^Using 2 tools…/);
    const ended = { type: "activity_ended", outcome: "completed", durationMs: 5 } as const;
    chat.turn({ ...ended, id: "a", operation: "mcp.docs.search" });
    expect(chat.rows().at(-2)).toMatch(/^Using resource read of docs…/);
    chat.turn(
      { ...ended, id: "b", operation: "mcp.docs._perspt_resource_read" },
      says("Found."),
      ANSWERED,
    );
    expect(chat.rows().slice(0, 5)).toEqual(["> Look", "", "Found.", "", ""]);
  });

  test("that failed says why and what to do; a stopped one that it was stopped", () => {
    const failure = {
      code: "auth_required",
      message: "The provider wants a key.",
      hint: "Set OPENAI_API_KEY.",
    } as const;
    const chat = new TypedChat()
      .type("Hi\r")
      .turn({ type: "ended", end: { kind: "failed", failure } });
    expect(chat.rows()[2]).toBe("· The provider wants a key. Set OPENAI_API_KEY.");
    chat.type("Hi\r").turn({ type: "ended", end: { kind: "cancelled" } });
    expect(chat.rows()).toContain("· Stopped.");
  });

  test("a call that was sent and not answered is told of as what it is", () => {
    const chat = new TypedChat().type("Hi\r").turn({
      type: "activity_ended",
      id: "a",
      operation: "mcp.docs.search",
      outcome: "uncertain",
      durationMs: 5,
    });
    expect(chat.rows()[2]).toBe("· A call of mcp.docs.search was sent and not answered: it");
  });

  test("18: a reader who scrolled up keeps the same rows while it comes, and End goes back", () => {
    const chat = new TypedChat();
    for (let n = 0; n < 12; n += 1) chat.type(`m${n}\r`).turn(says(`answer ${n}`), ANSWERED);
    chat.type("\u001b[5~");
    const before = chat.rows().slice(0, -2);
    chat.type("next\r").type("\u001b[5~");
    const scrolled = chat.rows().slice(0, -2);
    chat.turn(says("word ".repeat(200)));
    expect(chat.rows().slice(0, -2)).toEqual(scrolled);
    expect(before).toHaveLength(14);
    expect(chat.rows().at(-2)).toMatch(/\+\d+ below {2}/);
    chat.type("\u001b[F");
    expect(chat.rows().at(-2)).not.toContain("below");
  });
});

describe("reasoning", () => {
  test("23: Ctrl-R shows what the model thought in this turn, and nothing else", () => {
    const chat = new TypedChat()
      .type("Hi\r")
      .turn(thinks("First, "), thinks("then."), says("Yes."));
    expect(chat.rows().join("\n")).not.toContain("First, then.");
    chat.type("\u0012");
    expect(chat.rows()).toContain("First, then.");
    chat.turn(ANSWERED).type("More\r");
    expect(chat.rows()).toContain("The model has shown none.");
    expect(chat.type("\u0012").rows().join("\n")).not.toContain("Reasoning");
  });
});

describe("stopping and leaving", () => {
  test("Esc asks and Esc again within a second stops the turn", () => {
    const chat = new TypedChat().type("Hi\r");
    chat.done();
    chat.type("\u001b");
    expect(chat.rows().at(-2)).toContain("Esc again stops the model.");
    chat.now += 2_000;
    chat.type("\u001b");
    expect(chat.done()).toEqual([]);
    chat.now += 500;
    expect(chat.type("\u001b").done()).toEqual([{ type: "cancel_turn" }]);
    expect(chat.rows().at(-2)).toMatch(/^Stopping…/);
  });

  test("Ctrl-C stops the turn, else clears the line, else leaves when pressed twice", () => {
    const chat = new TypedChat().type("Hi\r");
    chat.done();
    expect(chat.type("\u0003").done()).toEqual([{ type: "cancel_turn" }]);
    chat.turn({ type: "ended", end: { kind: "cancelled" } });
    chat.type("draft\u0003");
    expect(chat.rows().at(-1)).toBe("> ");
    expect(chat.type(UP).rows().at(-1)).toBe("> draft");
    chat.type("\u0003");
    expect(chat.type("\u0003").done()).toEqual([]);
    expect(chat.rows().at(-2)).toContain("Ctrl-C again leaves.");
    expect(chat.type("\u0003").done()).toEqual([{ type: "quit" }]);
  });

  test("Ctrl-D leaves where nothing is written, and deletes where something is", () => {
    const chat = new TypedChat().type("ab\u0001\u0004");
    expect(chat.rows().at(-1)).toBe("> b");
    expect(chat.done()).toEqual([]);
    expect(chat.type("\u0004\u0004").done()).toEqual([{ type: "quit" }]);
  });
});

describe("the screen", () => {
  test("20: says that it is too small, and recovers", () => {
    const chat = new TypedChat().type("Hi");
    for (const size of [
      { columns: 1, rows: 1 },
      { columns: 10, rows: 3 },
    ]) {
      chat.take({ type: "resized", size });
      expect(chat.frame().rows).toHaveLength(size.rows);
      expect(chat.frame().cursor).toBeNull();
    }
    chat.take({ type: "resized", size: { columns: 10, rows: 3 } });
    expect(chat.rows().join("")).toContain("Too small");
    chat.take({ type: "resized", size: { columns: 60, rows: 16 } });
    expect(chat.rows().at(-1)).toBe("> Hi");
  });

  test("21: the cursor stands where the next character goes", () => {
    expect(new TypedChat().type("日本").frame().cursor).toEqual({ row: 15, column: 6 });
    expect(new TypedChat().type("ab\u001b\rc").frame().cursor).toEqual({ row: 15, column: 3 });
  });

  test("always has as many rows as the terminal", () => {
    const chat = new TypedChat().type("/").type("\u0012");
    expect(chat.rows()).toHaveLength(16);
    chat.type("\u001b").paste("x\n".repeat(15));
    expect(chat.rows()).toHaveLength(16);
  });
});

describe("a search", () => {
  test("goes up through the conversation and shows where", () => {
    const chat = new TypedChat();
    for (let n = 0; n < 20; n += 1) chat.type(`m${n}\r`).turn(says(`answer ${n}`), ANSWERED);
    chat.type("\u0013answer 3");
    expect(chat.rows().at(-2)).toMatch(/^Search: answer 3/);
    expect(chat.rows()).toContain("answer 3");
    const hit = chat
      .frame()
      .rows.flat()
      .find(({ style }) => style.inverse === true);
    expect(hit?.text).toBe("answer 3");
    chat.type("x");
    expect(chat.rows().at(-2)).toMatch(/^Nothing found: answer 3x/);
    expect(chat.type("\u001b").rows().at(-2)).not.toContain("Search");
  });
});
