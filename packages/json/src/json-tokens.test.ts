import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonTokens } from "./json-tokens.js";
import { parseStrict } from "./parse-strict.js";

describe("text that is not JSON is told where it goes wrong", () => {
  test.each<[string, string, number, string]>([
    ['{"a":1,}', 'Expected a member\'s name in double quotes at character 8; got "}".', 7, "/a"],
    [
      "{'a':1}",
      "Expected a member's name in double quotes, or } at character 2; got \"'a':1}\".",
      1,
      "",
    ],
    ['{"a" 1}', 'Expected a colon at character 6; got "1}".', 5, "/a"],
    ['{"a":}', 'Expected a value at character 6; got "}".', 5, "/a"],
    [
      "[1 2]",
      'Expected a comma or the end of the list or object at character 4; got "2]".',
      3,
      "/0",
    ],
    [
      "[1,2",
      "Expected a comma or the end of the list or object at character 5; got the end of the text.",
      4,
      "/1",
    ],
    ["01", 'Expected the end of the text at character 2; got "1".', 1, ""],
    ["", "Expected a value at character 1; got the end of the text.", 0, ""],
    [
      '{"a":"x',
      'Expected the closing " of a text at character 8; got the end of the text.',
      7,
      "/a",
    ],
    [
      '["\n"]',
      'Expected an escape such as \\n for a control character at character 3; got "\\n\\"]".',
      2,
      "",
    ],
    ['["\\x"]', 'Expected an escape that JSON knows at character 3; got "\\\\x\\"]".', 2, ""],
    ["NaN", 'Expected a value at character 1; got "NaN".', 0, ""],
    ["\ufeff{}", 'Expected a value at character 1; got "\ufeff{}".', 0, ""],
  ])("%j", (text, message, offset, path) => {
    expect(parseStrict(text)).toEqual({
      kind: "rejected",
      problem: { code: "invalid_json", message, offset, path },
    });
  });

  test("what came is escaped and cut", () => {
    expect(parseStrict(`\u001b[2J${"x".repeat(100)}`)).toEqual({
      kind: "rejected",
      problem: {
        code: "invalid_json",
        message: `Expected a value at character 1; got "\\u001b[2J${"x".repeat(56)}…".`,
        offset: 0,
        path: "",
      },
    });
  });

  test("what is not JSON is called so, whatever else it holds", () => {
    expect(parseStrict('{"__proto__":1 9007199254740993')).toMatchObject({
      problem: { code: "invalid_json" },
    });
  });

  test("the tokens end in an error exactly where JSON.parse refuses", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"',
      "\\",
      "\\u00e9",
      "1",
      "-",
      "0",
      ".5",
      "e1",
      "true",
      "nul",
      "null",
      " ",
      "\n",
      "\u0001",
    );
    const scrap = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    const damaged = fc
      .tuple(fc.json(), fc.nat(), piece)
      .map(
        ([text, at, more]) =>
          text.slice(0, at % (text.length + 1)) + more + text.slice(at % (text.length + 1)),
      );
    fc.assert(
      fc.property(fc.oneof(scrap, damaged, fc.json()), (text) => {
        const tokens = Array.from(jsonTokens(text));
        expect(tokens.at(-1)?.kind === "error").toBe(!isJson(text));
      }),
      { numRuns: 5000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
