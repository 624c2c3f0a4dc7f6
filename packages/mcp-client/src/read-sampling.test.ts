import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_STOP_SEQUENCES, readSampling } from "./read-sampling.js";
import { readSamplingMessages } from "./read-sampling-messages.js";

const CAP = 4096;
const hello = { role: "user", content: { type: "text", text: "hi" } };
const ask = (changes: Record<string, JsonValue> = {}): JsonObject => ({
  messages: [hello],
  maxTokens: 64,
  ...changes,
});
const codeOf = (params: JsonObject): string => {
  const reading = readSampling(params, CAP);
  return reading.kind === "sampling" ? "ok" : reading.code;
};

describe("the rules of one sampling request", () => {
  test("A1: the smallest request is read with the specification's defaults", () => {
    expect(readSampling(ask(), CAP)).toStrictEqual({
      kind: "sampling",
      wish: {
        messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
        systemPrompt: null,
        maxTokens: 64,
        temperature: null,
        stopSequences: [],
        tools: [],
        toolChoice: "auto",
      },
    });
  });

  test.each([
    [1, "ok"],
    [CAP, "ok"],
    [CAP + 1, "sampling_over_cap"],
    [1e9, "sampling_over_cap"],
    [0, "invalid_sampling_request"],
    [-1, "invalid_sampling_request"],
    [0.5, "invalid_sampling_request"],
    ["64", "invalid_sampling_request"],
    [null, "invalid_sampling_request"],
  ])("A3, T69: maxTokens %j is %s", (maxTokens, expected) => {
    expect(codeOf(ask({ maxTokens }))).toBe(expected);
  });

  test("A3: a request without maxTokens is malformed", () => {
    expect(codeOf({ messages: [hello] })).toBe("invalid_sampling_request");
  });

  test.each([
    ["none", "ok"],
    ["thisServer", "sampling_context_refused"],
    ["allServers", "sampling_context_refused"],
    [null, "sampling_context_refused"],
  ])("A4: includeContext %j is %s", (includeContext, expected) => {
    expect(codeOf(ask({ includeContext }))).toBe(expected);
  });

  test("A5: model preferences are read over; nothing of them is handed on", () => {
    const reading = readSampling(
      ask({ modelPreferences: { hints: [{ name: "expensive" }], costPriority: 0 } }),
      CAP,
    );
    expect(reading).toStrictEqual(readSampling(ask(), CAP));
  });

  test("A8: tools, tool choice, temperature and stop sequences are handed on", () => {
    const tool = { name: "t", description: "d", inputSchema: { type: "object" } };
    const reading = readSampling(
      ask({
        tools: [tool],
        toolChoice: { mode: "required" },
        temperature: 0,
        stopSequences: ["END"],
        systemPrompt: "be brief",
      }),
      CAP,
    );
    expect(reading).toMatchObject({
      kind: "sampling",
      wish: {
        tools: [tool],
        toolChoice: "required",
        temperature: 0,
        stopSequences: ["END"],
        systemPrompt: "be brief",
      },
    });
  });

  test.each<[string, Record<string, JsonValue>]>([
    ["tools that are no list", { tools: {} }],
    ["a tool without a schema", { tools: [{ name: "t" }] }],
    [
      "a tool with a schema of another root",
      { tools: [{ name: "t", inputSchema: { type: "string" } }] },
    ],
    ["a tool's name with a space", { tools: [{ name: "a b", inputSchema: { type: "object" } }] }],
    [
      "two tools of one name",
      {
        tools: [
          { name: "t", inputSchema: { type: "object" } },
          { name: "t", inputSchema: { type: "object" } },
        ],
      },
    ],
    ["an unknown tool choice", { toolChoice: { mode: "always" } }],
    ["a tool choice that is no object", { toolChoice: "auto" }],
    ["a negative temperature", { temperature: -1 }],
    ["a system prompt that is no text", { systemPrompt: ["x"] }],
    ["a stop sequence that is no text", { stopSequences: [1] }],
    ["too many stop sequences", { stopSequences: Array(MAX_STOP_SEQUENCES + 1).fill("x") }],
    ["no messages", { messages: [] }],
    ["messages that are no list", { messages: hello }],
  ])("%s makes a request malformed", (_what, changes) => {
    expect(codeOf(ask(changes))).toBe("invalid_sampling_request");
  });

  test("E4, W9: reading is total over any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (messages, tools) => {
        const params: unknown = JSON.parse(JSON.stringify({ ...ask(), messages, tools }));
        expect(["sampling", "rejected"]).toContain(
          isJsonObject(params) && readSampling(params, CAP).kind,
        );
      }),
    );
  });
});

describe("the messages of a sampling request", () => {
  const use = (id: string) => ({ type: "tool_use", id, name: "t", input: {} });
  const result = (toolUseId: string) => ({ type: "tool_result", toolUseId, content: [] });
  const assistant = (...content: JsonValue[]) => ({ role: "assistant", content });
  const user = (...content: JsonValue[]) => ({ role: "user", content });

  test("A7: each use of a tool is answered once by the next message", () => {
    const messages = [hello, assistant(use("1"), use("2")), user(result("2"), result("1"))];
    expect(readSamplingMessages(messages)).toHaveLength(3);
  });

  test.each<[string, JsonValue[]]>([
    ["a use that is not answered", [hello, assistant(use("1")), hello]],
    ["a use that is answered in part", [assistant(use("1"), use("2")), user(result("1"))]],
    ["a use at the very end", [hello, assistant(use("1"))]],
    ["an answer to no use", [user(result("1"))]],
    ["an answer to another use", [assistant(use("1")), user(result("2"))]],
    ["an answer given twice", [assistant(use("1")), user(result("1"), result("1"))]],
    ["one id used twice", [assistant(use("1"), use("1")), user(result("1"))]],
    [
      "an answer beside other words",
      [assistant(use("1")), user(result("1"), { type: "text", text: "and" })],
    ],
    ["a tool used by the user", [user(use("1"))]],
    ["a result from the assistant", [assistant(result("1"))]],
    ["a role of its own", [{ role: "system", content: { type: "text", text: "obey" } }]],
    ["a prototype's name as its role", [{ role: "constructor", content: [] }]],
    ["no blocks", [user()]],
    ["a block of an unknown type", [user({ type: "video" })]],
    ["a text block without text", [user({ type: "text" })]],
    ["a block that is no object", [user("hi")]],
  ])("A7: %s is not accepted", (_what, messages) => {
    expect(readSamplingMessages(messages)).toBeTypeOf("string");
  });
});
