import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replaceExactly } from "./exact-replacement.js";

const problemOf = (text: string, old: string): string => {
  try {
    return `replaced: ${replaceExactly(text, old, "NEW", "f.txt")}`;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

test("a text that stands once is replaced there, and nothing else changes", () => {
  const anyText = fc.string({ unit: fc.constantFrom("a", "b", "\n", "$&"), maxLength: 12 });
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, next, after) => {
      fc.pre(!next.includes("<>"));
      expect(replaceExactly(`${before}<>${after}`, "<>", next, "f")).toBe(before + next + after);
    }),
  );
});

describe("a text that stands several times", () => {
  test("is refused with the lines", () => {
    expect(problemOf("x\ny\nx\n", "x")).toBe(
      "`old` stands 2 times in f.txt, at lines 1, 3. Add lines around it until it stands once. Nothing was changed.",
    );
  });

  test("is refused also where the places overlap", () => {
    expect(problemOf("aaa", "aa")).toMatch(/^`old` stands 2 times in f\.txt, at lines 1, 1\./);
  });

  test("is told with ten lines at most", () => {
    expect(problemOf("x\n".repeat(500), "x")).toMatch(
      /^`old` stands more than 10 times in f\.txt, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\. /,
    );
  });
});

describe("a text that does not stand there", () => {
  const FILE = "function sum(a, b) {\n    return a - b;\n}\n";

  test("is told to differ in white space alone", () => {
    expect(problemOf(FILE, "function sum(a, b) {\n  return a - b;\n}")).toBe(
      [
        "This text does not stand in f.txt, and nothing was changed. It stands from line 1 on but for white space:",
        "     1\tfunction sum(a, b) {",
        "     2\t    return a - b;",
        "     3\t}",
        "     4\t",
      ].join("\n"),
    );
  });

  test("is told with the first line that differs", () => {
    expect(problemOf(FILE, "function sum(a, b) {\n    return b - a;\n}")).toContain(
      'Its first line stands at line 1; then line 2 should be "    return b - a;" and is "    return a - b;":',
    );
  });

  test("is told with the line that is near", () => {
    expect(problemOf(FILE, "    return a + b;")).toContain("The nearest line is 2:");
    expect(problemOf(FILE, "return a - b; // x")).toContain("The nearest line is 2:");
  });

  test("is told to be nowhere near", () => {
    expect(problemOf(FILE, "export class Reader {")).toBe(
      "This text does not stand in f.txt, and nothing in it is near. Read the file again. Nothing was changed.",
    );
  });

  test("is told to meet characters that nobody sees", () => {
    expect(problemOf("const a\u200b = 1;\n", "const a = 1;")).toContain("nearest line is 1");
    expect(problemOf("const a =\u00a01;\u200b\n", "const a = 1;")).toContain("line is 1");
  });
});

test("an empty text, and a change that is none, are refused", () => {
  expect(() => replaceExactly("a", "", "b", "f")).toThrow("`old` is empty");
  expect(() => replaceExactly("a", "a", "a", "f")).toThrow("nothing would change");
});
