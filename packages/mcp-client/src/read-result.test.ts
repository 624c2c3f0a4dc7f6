import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { readResult } from "./read-result.js";

const METHODS = [
  "tools/call",
  "prompts/get",
  "resources/read",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
  "completion/complete",
  "server/discover",
  "subscriptions/listen",
  "tasks/get",
  "tasks/update",
  "tasks/cancel",
];

const TASK: JsonObject = { resultType: "task", taskId: "t", status: "working" };
const QUESTION: JsonObject = { resultType: "input_required", requestState: "s" };
const everything = { inputRounds: true, tasks: true };

const kindOf = (result: JsonObject, method: string, allowed = everything): string =>
  readResult(result, { ...allowed, method }).kind;

describe("what a result is", () => {
  test("V6, J19: a task, as the answer to a tool's call alone", () => {
    expect(METHODS.filter((method) => kindOf(TASK, method) === "task")).toEqual(["tools/call"]);
    for (const allowed of [
      { inputRounds: true, tasks: false },
      { inputRounds: false, tasks: false },
    ]) {
      expect(kindOf(TASK, "tools/call", allowed)).toBe("invalid");
    }
  });

  test("V7: a wish for input, as the answer to three methods alone", () => {
    expect(METHODS.filter((method) => kindOf(QUESTION, method) === "input_required")).toEqual([
      "tools/call",
      "prompts/get",
      "resources/read",
    ]);
    expect(kindOf(QUESTION, "tools/call", { inputRounds: false, tasks: true })).toBe("invalid");
  });

  test("V14: a wish for input needs no server that offers tasks", () => {
    expect(kindOf(QUESTION, "tools/call", { inputRounds: true, tasks: false })).toBe(
      "input_required",
    );
  });

  test.each([
    ["V4: of an unknown type", { resultType: "surprise" }],
    ["V4: of a type that is a method of every object", { resultType: "constructor" }],
    ["V4: of a type in another case", { resultType: "Complete" }],
    ["V5: of no type", { content: [] }],
    ["V5: of a type that is no text", { resultType: null }],
    ["Q1: a wish for input without any", { resultType: "input_required" }],
    ["J3: a nested task of a draft", { resultType: "task", task: { taskId: "t" } }],
  ])("nothing, where it is %s", (_, result) => {
    for (const method of METHODS) expect(kindOf(result, method)).toBe("invalid");
  });

  test("complete, with every member that came but its type", () => {
    const result = { resultType: "complete", content: [], unknown: { a: 1 } };
    expect(readResult(result, { ...everything, method: "tools/call" })).toEqual({
      kind: "complete",
      result: { content: [], unknown: { a: 1 } },
    });
  });
});
