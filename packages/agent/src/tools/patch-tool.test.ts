import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestBytes } from "@perspt/json";
import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toolBench } from "../../test/tool-bench.js";

const FILE = "one\ntwo\nthree\n";

test("a place is replaced, noted before, and told with its line", async () => {
  const bench = toolBench({ "a.txt": FILE });
  chmodSync(join(bench.root, "a.txt"), 0o755);
  expect(await bench.call("patch", { path: "a.txt", old: "two\n", new: "2\nzwei\n" })).toEqual({
    kind: "completed",
    text: "Patched a.txt: from line 2 on, 1 old and 2 new.",
    structured: null,
  });
  expect(bench.read("a.txt")).toBe("one\n2\nzwei\nthree\n");
  expect(statSync(join(bench.root, "a.txt")).mode & 0o777).toBe(0o755);
  expect(bench.noted).toEqual([
    {
      kind: "content",
      path: "a.txt",
      before: digestBytes(FILE),
      after: digestBytes("one\n2\nzwei\nthree\n"),
    },
  ]);
});

test("a unified diff is applied", async () => {
  const bench = toolBench({ "a.txt": FILE });
  const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n";
  expect((await bench.call("patch", { path: "a.txt", diff })).kind).toBe("completed");
  expect(bench.read("a.txt")).toBe("one\nzwei\nthree\n");
});

test("a file of CRLF lines is patched by what was shown of it, and keeps its line ends", async () => {
  const bench = toolBench({ "a.txt": "\ufeffone\r\ntwo\r\nthree\r\n" });
  await bench.call("patch", { path: "a.txt", old: "one\ntwo", new: "1\n2" });
  expect(bench.read("a.txt")).toBe("\ufeff1\r\n2\r\nthree\r\n");
  const diff = "@@ -2,2 +2,2 @@\n 2\n-three\n+3\n";
  expect((await bench.call("patch", { path: "a.txt", diff })).kind).toBe("completed");
  expect(bench.read("a.txt")).toBe("\ufeff1\r\n2\r\n3\r\n");
});

test("the last line of a file of CRLF lines gets an end or loses it as a diff says", async () => {
  const bench = toolBench({ "a.txt": "a\r\nb\r\n" });
  const call = (diff: string) => bench.call("patch", { path: "a.txt", diff });
  await call("@@ -1,2 +1,2 @@\n-a\n-b\n+c\n+d\n\\ No newline at end of file\n");
  expect(bench.read("a.txt")).toBe("c\r\nd");
  await call("@@ -1,2 +1,2 @@\n c\n-d\n\\ No newline at end of file\n+e\n");
  expect(bench.read("a.txt")).toBe("c\r\ne\r\n");
});

test("the diff of any two texts makes the one out of the other, whatever their line ends", async () => {
  const lines = fc.array(fc.constantFrom("a", "b", "", "-- d", "++ e", "\\"), { maxLength: 8 });
  const text = fc
    .tuple(lines, fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\n", "\r\n"))
    .map(([all, between, end]) => all.join(between) + end);
  const bench = toolBench();
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      fc.pre(before !== after && before !== "" && after !== "");
      writeFileSync(join(bench.root, "a.txt"), before);
      const diff = createTwoFilesPatch("a/a.txt", "b/a.txt", before, after);
      const { kind } = await bench.call("patch", { path: "a.txt", diff });
      expect([kind, bench.read("a.txt")]).toEqual(["completed", after]);
    }),
    { numRuns: 200 },
  );
});

test("a file of mixed line ends is compared as it stands", async () => {
  const bench = toolBench({ "a.txt": "one\r\ntwo\nthree\n" });
  const { kind } = await bench.call("patch", { path: "a.txt", old: "one\ntwo", new: "x" });
  expect(kind).toBe("tool_error");
  expect(bench.read("a.txt")).toBe("one\r\ntwo\nthree\n");
});

test("nothing is noted or written where the patch does not fit, or the arguments are none", async () => {
  const bench = toolBench({ "a.txt": FILE, "b.bin": new Uint8Array([0, 1]) });
  for (const argumentsValue of [
    { path: "a.txt", old: "four", new: "4" },
    { path: "a.txt", old: "o", new: "0" },
    { path: "a.txt", diff: "@@ -1 +1 @@\n-x\n+y\n" },
    { path: "a.txt", old: "one" },
    { path: "a.txt" },
    { path: "a.txt", old: "one", new: "1", diff: "@@ -1 +1 @@\n-one\n+1\n" },
    { path: "a.txt", old: "one", new: "\udc00" },
    { path: "none.txt", old: "one", new: "1" },
    { path: "b.bin", old: "one", new: "1" },
  ]) {
    const { kind, text } = await bench.call("patch", argumentsValue);
    expect([kind, text.length > 10]).toEqual(["tool_error", true]);
  }
  expect(bench.noted).toEqual([]);
  expect(bench.names()).toEqual(["a.txt", "b.bin"]);
  expect(bench.read("a.txt")).toBe(FILE);
});

test("a file of more than 4 MiB is not patched", async () => {
  const bench = toolBench({ "a.txt": `${"x".repeat(4 * 1024 * 1024)}one` });
  const { kind, text } = await bench.call("patch", { path: "a.txt", old: "one", new: "1" });
  expect([kind, text]).toEqual([
    "tool_error",
    "a.txt has 4194307 bytes; at most 4194304 can be patched. Change it with a command.",
  ]);
});

test("a patch of many lines that does not fit is answered in time", async () => {
  const bench = toolBench({ "a.txt": "same line\n".repeat(200_000) });
  const began = performance.now();
  const old = `${"same line\n".repeat(400)}other\n`;
  const { kind } = await bench.call("patch", { path: "a.txt", old, new: "x" });
  expect(kind).toBe("tool_error");
  expect(performance.now() - began).toBeLessThan(5000);
});
