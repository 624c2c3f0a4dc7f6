import { describe, expect, test } from "vitest";
import type { ModelEvent } from "../model-event.js";
import type { ModelMessage, ModelTool } from "../model-request.js";
import { answer } from "./rehearsal-route.js";

const TOOL: ModelTool = {
  name: "mcp__docs__search",
  description: "",
  inputSchema: { type: "object" },
};
const user = (text: string): ModelMessage => ({ role: "user", text });
const say = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

describe("a rehearsal", () => {
  test("proposes the calls that a person writes out, several at once, by name or by alias", () => {
    const events = answer({
      messages: [
        user('call mcp.docs.search {"query":"a"}\ncall mcp__docs__search\ncall local.write {}'),
      ],
      tools: [TOOL],
    });
    expect(events).toMatchObject([
      { type: "tool_call", name: "mcp__docs__search", arguments: '{"query":"a"}' },
      { type: "tool_call", name: "mcp__docs__search", arguments: "{}" },
      { type: "tool_call", name: "local.write" },
      { type: "finished", reason: "tool_calls" },
    ]);
  });

  test("tells what came of them", () => {
    const answers = [
      {
        id: "1",
        name: "mcp__docs__search",
        output: { found: 3 },
        status: "ok",
        media: [],
      } as const,
      { id: "2", name: "mcp__docs__pay", output: "refused", status: "error", media: [] } as const,
    ];
    expect(say(answer({ messages: [user("x"), { role: "tool", answers }], tools: [] }))).toBe(
      'mcp__docs__search answered:\n{\n  "found": 3\n}\n\nmcp__docs__pay did not succeed:\nrefused',
    );
  });

  test("says what it is, and what is offered, where nothing was asked of it", () => {
    const words = say(answer({ messages: [user("Hello")], tools: [TOOL] }));
    expect(words).toMatch(/^This is a rehearsal: no model/);
    expect(words).toContain("Offered to me: mcp__docs__search.");
  });

  test("says what is wrong with a call that cannot be one", () => {
    expect(say(answer({ messages: [user("call x {nope")], tools: [] }))).toContain(
      'I cannot propose "call x {nope": its arguments are not JSON.',
    );
  });

  test("is the same every time", () => {
    const request = { messages: [user("call a\nb")], tools: [] };
    expect(answer(request)).toEqual(answer(request));
  });
});
