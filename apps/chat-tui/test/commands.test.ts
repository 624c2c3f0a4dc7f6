import type { PendingElicitation } from "@perspt/elicitation";
import { describe, expect, test } from "vitest";
import { mcpLines } from "../src/mcp/mcp-lines.js";
import { ANSWERED, says, TypedChat } from "./typed-chat.js";

function form(id: string, over: object = {}): PendingElicitation {
  return {
    position: 1,
    request: {
      kind: "form",
      id,
      serverId: "docs",
      call: "s/1",
      operation: "search",
      message: "Which branch?",
      requestedSchema: { type: "object", properties: { branch: { type: "string" } } },
      ...over,
    },
  };
}

function url(address: string): PendingElicitation {
  const { requestedSchema: _, ...request } = { ...form("u").request, requestedSchema: {} };
  return { position: 1, request: { ...request, kind: "url", url: address } };
}

describe("commands", () => {
  test("an unknown one goes nowhere, suggests the nearest, and stays in the editor", () => {
    const chat = new TypedChat().type("/hlep\r");
    expect(chat.done()).toEqual([]);
    expect(chat.rows().at(-2)).toContain("There is no /hlep. Did you mean /help?");
    expect(chat.rows().at(-1)).toBe("> /hlep");
  });

  test("a path is no command, and a space makes a message of anything", () => {
    expect(new TypedChat().type("/etc/hosts?\r").done().at(-1)).toEqual({
      type: "send",
      text: "/etc/hosts?",
    });
    expect(new TypedChat().type(" /help\r").done().at(-1)).toEqual({
      type: "send",
      text: " /help",
    });
  });

  test("/help lists every command and key, and Esc goes back", () => {
    const chat = new TypedChat({ size: { columns: 100, rows: 80 } }).type("/help\r");
    const text = chat.rows().join("\n");
    for (const word of ["/mcp accept [JSON]", "/model [NAME]", "/export FILE", "C-x C-e", "C-r"]) {
      expect(text).toContain(word);
    }
    expect(chat.type("\u001b").rows()[0]).toBe("");
  });

  test("Tab completes, and walks where there are several", () => {
    expect(new TypedChat().type("/he\t").rows().at(-1)).toBe("> /help");
    const chat = new TypedChat().type("/mcp \t");
    expect(chat.rows().at(-1)).toBe("> /mcp accept ");
    expect(chat.type("\t").rows().at(-1)).toBe("> /mcp decline");
    expect(new TypedChat().type("/model sma\t").rows().at(-1)).toBe("> /model small");
  });

  test("what a line could become is shown beside it", () => {
    const rows = new TypedChat().type("/ex").rows();
    expect(rows.at(-3)).toBe("  /export   Write the conversation into a new file");
  });

  test("/model selects one that exists, and suggests for one that does not", () => {
    expect(new TypedChat().type("/model smart\r").done().at(-1)).toEqual({
      type: "select_model",
      name: "smart",
    });
    expect(new TypedChat().type("/model smrt\r").rows().at(-2)).toContain("Did you mean smart?");
    expect(new TypedChat().type("/model\r").rows().slice(0, 2)).toEqual([
      "small  (selected)",
      "smart",
    ]);
  });

  test("/copy takes the last answer, or an earlier one; /export the whole conversation", () => {
    const chat = new TypedChat();
    expect(chat.type("/copy\r").rows().at(-2)).toContain("There is no such answer to copy yet.");
    chat.type("a\r").turn(says("One"), ANSWERED).type("b\r").turn(says("Two"), ANSWERED);
    expect(chat.type("/copy\r").done().at(-1)).toEqual({ type: "copy", text: "Two" });
    expect(chat.type("/copy 2\r").done().at(-1)).toEqual({ type: "copy", text: "One" });
    expect(chat.type("/export out.md\r").done().at(-1)).toEqual({
      type: "export",
      file: "out.md",
      text: "## You\n\na\n\n## Model\n\nOne\n\n## You\n\nb\n\n## Model\n\nTwo\n",
    });
  });

  test("/clear starts over for the person and for the model", () => {
    const chat = new TypedChat().type("a\r").turn(says("One"), ANSWERED).type("/clear\r");
    expect(chat.done().at(-1)).toEqual({ type: "forget" });
    expect(chat.rows()[0]).toBe("");
  });

  test("/mouse gives the mouse to the terminal, and says so", () => {
    const chat = new TypedChat().type("/mouse\r");
    expect(chat.done().at(-1)).toEqual({ type: "set_mouse", mouse: "off" });
    expect(chat.rows().at(-2)).toContain("mouse off");
  });
});

describe("24: a server's question", () => {
  test("is shown as data with the server's id and how to answer, while the editor goes on", () => {
    const chat = new TypedChat({ size: { columns: 60, rows: 30 } })
      .type("Hi\r")
      .ask(form("1"), { ...form("2"), position: 2 })
      .type("typing");
    const text = chat.rows().join("\n");
    expect(text).toContain("docs asks (1 of 2), for its search");
    expect(text).toContain("│ Which branch?");
    expect(text).toContain('│     "branch": {');
    expect(text).toContain('│ /mcp accept {"field":"value"}, /mcp decline or /mcp cancel');
    expect(chat.rows().at(-1)).toBe("> typing");
  });

  test.each([
    [
      '/mcp accept {"f":1,"g":["a"],"h":true}',
      { action: "accept", content: { f: 1, g: ["a"], h: true } },
    ],
    ["/mcp accept", { action: "accept", content: {} }],
    ["/mcp decline", { action: "decline" }],
    ["/mcp cancel", { action: "cancel" }],
  ])("%s gives one answer, to the question that is shown", (line, answer) => {
    const chat = new TypedChat().type("Hi\r").ask(form("1"));
    chat.done();
    expect(chat.type(`${line}\r`).done()).toEqual([
      { type: "remember", text: line },
      { type: "answer", id: "1", answer },
    ]);
  });

  test.each([
    ["/mcp accept {", "Expected a JSON object"],
    ["/mcp accept [1]", "Expected a JSON object"],
    ['/mcp accept {"a":{}}', 'The value of "a" has to be'],
    ['/mcp accept {"a":1,"a":2}', "Expected a JSON object"],
    ["/mcp decline please", "takes nothing after it"],
  ])("%s is refused with a hint, and the question stays", (line, hint) => {
    const chat = new TypedChat({ size: { columns: 200, rows: 20 } })
      .ask(form("1"))
      .type(`${line}\r`);
    expect(chat.done()).toEqual([]);
    expect(chat.rows().at(-2)).toContain(hint);
    expect(chat.rows().at(-1)).toBe(`> ${line}`);
    expect(chat.rows().join("\n")).toContain("docs asks");
  });

  test("an answer without a question says so", () => {
    expect(new TypedChat().type("/mcp decline\r").rows().at(-2)).toContain(
      "No server is asking anything.",
    );
  });

  test("F6, F7, F9: the server is named, an address is shown whole with its host marked and its warnings, and is never opened", () => {
    const chat = new TypedChat({ size: { columns: 90, rows: 24 } }).ask(
      url("https://bank.test@evil.test/pay?a=1"),
    );
    const text = chat.rows().join("\n");
    expect(text).toContain("docs asks");
    expect(text).toContain("https://bank.test@evil.test/pay?a=1");
    expect(text).toContain(
      "! What stands before the @ is no host: this address leads to evil.test.",
    );
    const marked = chat
      .frame()
      .rows.flat()
      .filter(({ style }) => style.inverse === true);
    expect(marked.map((span) => span.text)).toEqual(["evil.test"]);
    expect(chat.type("/mcp accept\r").done().at(-1)).toEqual({
      type: "answer",
      id: "u",
      answer: { action: "accept", content: null },
    });
  });

  test("goes when its call ends", () => {
    const chat = new TypedChat().ask(form("1")).ask();
    expect(chat.rows().join("\n")).not.toContain("asks");
  });

  test("one that is long leaves room for the conversation, and /mcp shows the whole of it", () => {
    const long = form("1", {
      message: Array.from({ length: 50 }, (_, n) => `row ${n}`).join("\n"),
    });
    const chat = new TypedChat().type("Hi\r").ask(long);
    expect(chat.rows()).toHaveLength(16);
    expect(chat.rows()[0]).toBe("> Hi");
    expect(chat.rows().join("\n")).toMatch(/… \d+ more lines: \/mcp shows them/);
    expect(chat.rows().at(-3)).toContain("/mcp accept");
    const lines = mcpLines([], [long]).map(({ text }) => text);
    expect(lines).toContain("row 49");
  });
});

test("/mcp with no server for chats says disabled, and how to enable it", () => {
  const chat = new TypedChat().type("/mcp\r");
  expect(chat.done().at(-1)).toEqual({ type: "report_mcp" });
  chat.take({ type: "mcp_reported", lines: mcpLines([], []) });
  expect(chat.rows().join(" ")).toContain("MCP is disabled in this chat");
  expect(chat.rows().join(" ")).toContain('Add "chat" to modes');
});
