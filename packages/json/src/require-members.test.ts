import { describe, expect, test } from "vitest";
import { requireMembers } from "./require-members.js";

const text = {
  name: "word",
  expected: 'a word, such as "docs"',
  holds: (value: unknown) => typeof value === "string" && value !== "",
};

function complaint(given: unknown): string {
  try {
    requireMembers("greet(options)", given, [text]);
    return "";
  } catch (error) {
    return error instanceof TypeError ? error.message : expect.unreachable("no TypeError");
  }
}

describe("the contract of an options object", () => {
  test("is kept by members that hold, own or inherited", () => {
    class Options {
      get word() {
        return "a";
      }
    }
    expect(complaint({ word: "a", more: 1 })).toBe("");
    expect(complaint(new Options())).toBe("");
  });

  test.each([
    [undefined, "nothing"],
    [null, "null"],
    ["docs", "a string"],
    [() => {}, "a function"],
  ])("%s is no object", (given, got) => {
    expect(complaint(given)).toBe(`greet(options): expected an object; got ${got}.`);
  });

  test.each([
    [undefined, "nothing"],
    [null, "null"],
    ["", "an empty string"],
    [7, "the number 7"],
    [Number.NaN, "the number NaN"],
    [true, "a boolean"],
    [7n, "a bigint"],
    [[], "an array"],
    [{}, "an object"],
    [new Map(), "a Map"],
    [() => {}, "a function"],
  ])("a member that is %s is named, with what was expected", (word, got) => {
    expect(complaint({ word })).toBe(
      `greet(options): expected word to be a word, such as "docs"; got ${got}.`,
    );
  });

  test("the first of several is named, and no value is told (T21)", () => {
    const never = { name: "key", expected: "none", holds: () => false };
    expect(() => requireMembers("f", { key: "s3cret" }, [never, text])).toThrow(
      new TypeError("f: expected key to be none; got a string."),
    );
  });
});
