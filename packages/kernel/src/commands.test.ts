import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readArgv, readCommandLine, startsWithWords } from "./commands.js";

describe("reading a command", () => {
  test("splits plain words at single spaces", () => {
    expect(readCommandLine("npm run build --mode=a,b ./x:y @z +1 %")).toMatchObject({
      kind: "unreadable",
    });
    expect(readCommandLine("npm run build --mode=a,b ./x:y @z +1")).toEqual({
      kind: "argv",
      words: ["npm", "run", "build", "--mode=a,b", "./x:y", "@z", "+1"],
    });
  });

  test.each([
    "",
    " npm",
    "npm  test",
    "npm test ",
    "a;b",
    "a&b",
    "a|b",
    "$(a)",
    "`a`",
    "a\nb",
    "a\tb",
    '"a"',
    "'a'",
    "a>b",
    "a*",
    "~",
    "{a,b}",
    "#a",
    "a\\b",
    "a\u0000",
    "!a",
    "(a)",
    "[a]",
    "a?",
    "é",
  ])("cannot judge %j: a shell would do something with it (T02)", (text) => {
    expect(readCommandLine(text)).toEqual({
      kind: "unreadable",
      because: "is not plain words with single spaces, so it cannot be told what a shell would run",
    });
  });

  test("takes a list of strings as argv, as it stands", () => {
    expect(readArgv(["npm", "a b;c", ""])).toEqual(["npm", "a b;c", ""]);
    expect(readArgv([])).toBeNull();
    expect(readArgv(["npm", 1])).toBeNull();
  });

  test("a prefix is compared word by word, and an empty one allows nothing", () => {
    expect(startsWithWords(["npm", "test", "x"], ["npm", "test"])).toBe(true);
    expect(startsWithWords(["npm", "tests"], ["npm", "test"])).toBe(false);
    expect(startsWithWords(["npm"], ["npm", "test"])).toBe(false);
    expect(startsWithWords(["npm"], [])).toBe(false);
  });

  test("a line that reads as words has no other reading: the words joined give the line", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reading = readCommandLine(text);
        if (reading.kind === "argv") expect(reading.words.join(" ")).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
