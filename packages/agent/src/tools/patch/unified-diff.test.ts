import { createTwoFilesPatch, structuredPatch } from "diff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyUnifiedDiff } from "./unified-diff.js";

const anyLine = fc.constantFrom("a", "b", "c", "", "  a", "}", "+x", "-y", "@@ -1 +1 @@", "\\ z");
const anyContent = fc
  .tuple(fc.array(anyLine, { maxLength: 14 }), fc.boolean())
  .map(([lines, endsLine]) => lines.join("\n") + (endsLine && lines.length > 0 ? "\n" : ""));

test("the diff of any two texts makes the one out of the other, whatever its context", () => {
  fc.assert(
    fc.property(anyContent, anyContent, fc.integer({ min: 0, max: 4 }), (from, to, context) => {
      fc.pre(from !== to);
      const diff = createTwoFilesPatch("a/f.txt", "b/f.txt", from, to, "", "", { context });
      expect(applyUnifiedDiff(from, diff, "f.txt")).toBe(to);
    }),
    { numRuns: 2000 },
  );
});

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);
const TEXT = `${TEN.join("\n")}\n`;

const problemOf = (text: string, diff: string): string => {
  try {
    return `applied: ${applyUnifiedDiff(text, diff, "src/f.txt")}`;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

describe("a hunk that says the wrong line", () => {
  test("fits where its text stands, if that is one place", () => {
    const diff = "@@ -3,3 +3,3 @@\n line 7\n-line 8\n+line eight\n line 9\n";
    expect(applyUnifiedDiff(TEXT, diff, "f")).toBe(TEXT.replace("line 8", "line eight"));
  });

  test("is refused where its text stands in several", () => {
    const text = "x\na\nb\ny\na\nb\nz\n";
    expect(problemOf(text, "@@ -3,2 +3,2 @@\n a\n-b\n+c\n")).toBe(
      "Hunk 1 does not fit. It does not fit at its line, and its text stands in several other places: give it more lines around. Nothing was changed.",
    );
    expect(applyUnifiedDiff(text, "@@ -5,2 +5,2 @@\n a\n-b\n+c\n", "f")).toBe(
      "x\na\nb\ny\na\nc\nz\n",
    );
  });

  test("is never put before the hunk above it", () => {
    const diff = "@@ -8 +8 @@\n-line 8\n+8\n@@ -2 +2 @@\n-line 2\n+2\n";
    expect(problemOf(TEXT, diff)).toMatch(/^Hunk 2 does not fit\./);
  });

  test("does not fit in the middle of a line", () => {
    expect(problemOf("say line 1\n", "@@ -1 +1 @@\n-line 1\n+x\n")).toMatch(
      /^Hunk 1 does not fit\. This text does not stand in src\/f\.txt/,
    );
  });
});

test("a hunk that does not fit is told with the line that differs and what is around it", () => {
  expect(problemOf(TEXT, "@@ -2,3 +2,3 @@\n line 2\n line three\n-line 4\n+4\n")).toBe(
    [
      'Hunk 1 does not fit. This text does not stand in src/f.txt, and nothing was changed. Its first line stands at line 2; then line 3 should be "line three" and is "line 3":',
      ...TEN.slice(0, 8).map((line, index) => `     ${index + 1}\t${line}`),
    ].join("\n"),
  );
});

test("a file without a last line end needs a diff that says so", () => {
  expect(problemOf("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n")).toBe(
    'Hunk 1 does not fit. src/f.txt ends without a line end: put "\\ No newline at end of file" after its last line. Nothing was changed.',
  );
  const marked = "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n";
  expect(applyUnifiedDiff("a\nb", marked, "f")).toBe("a\nc\n");
});

test.each([
  ["no hunk", "--- a/src/f.txt\n+++ b/src/f.txt\n", /^`diff` holds no hunk/],
  ["prose", "please change line 1", /^`diff` holds no hunk/],
  ["wrong counts", "@@ -1,5 +1,1 @@\n-line 1\n+x\n", /^`diff` is no valid unified diff: .*counts/],
  [
    "another file",
    "--- a/src/g.txt\n+++ b/src/g.txt\n@@ -1 +1 @@\n-line 1\n+x\n",
    /is about "a\/src\/g.txt", and `path` names src\/f.txt/,
  ],
  [
    "a file that is to be made",
    "--- /dev/null\n+++ b/src/f.txt\n@@ -0,0 +1 @@\n+x\n",
    /creates or deletes the file/,
  ],
  [
    "several files",
    "--- a/src/f.txt\n+++ b/src/f.txt\n@@ -1 +1 @@\n-line 1\n+x\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n",
    /changes several files/,
  ],
])("a diff is refused with the reason: %s", (_, diff, reason) => {
  expect(problemOf(TEXT, diff)).toMatch(reason);
});

test.each(["src/f.txt", "./src/f.txt", "a/src/f.txt"])(
  "the header may name the file as %s",
  (name) => {
    const diff = `--- ${name}\n+++ ${name.replace(/^a\//, "b/")}\n@@ -1 +1 @@\n-line 1\n+x\n`;
    expect(applyUnifiedDiff(TEXT, diff, "src/f.txt")).toBe(TEXT.replace("line 1\n", "x\n"));
  },
);

test("git's own headers are read over", () => {
  const { hunks } = structuredPatch("f", "f", TEXT, TEXT.replace("line 5", "five"));
  expect(hunks).toHaveLength(1);
  const git =
    "diff --git a/src/f.txt b/src/f.txt\nindex 5a1..b2c 100644\n--- a/src/f.txt\n+++ b/src/f.txt\n@@ -4,3 +4,3 @@ function x() {\n line 4\n-line 5\n+five\n line 6\n";
  expect(applyUnifiedDiff(TEXT, git, "src/f.txt")).toBe(TEXT.replace("line 5", "five"));
});
