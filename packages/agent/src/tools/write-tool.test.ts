import { chmodSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestBytes } from "@perspt/json";
import { expect, test } from "vitest";
import { toolBench } from "../../test/tool-bench.js";

test("a new file is made with the directories that it needs, and noted before", async () => {
  const bench = toolBench();
  bench.onNote = () => expect(bench.names()).toEqual([]);
  expect(await bench.call("write", { path: "a/b/c.txt", content: "one\ntwo" })).toEqual({
    kind: "completed",
    text: "Created a/b/c.txt (2 lines, 7 bytes).",
    structured: null,
  });
  expect(bench.names()).toEqual(["a", "a/b", "a/b/c.txt"]);
  expect(bench.read("a/b/c.txt")).toBe("one\ntwo");
  expect(bench.noted).toEqual([
    { kind: "content", path: "a/b/c.txt", before: null, after: digestBytes("one\ntwo") },
  ]);
});

test("a file that exists is replaced as a whole, and keeps its mode", async () => {
  const bench = toolBench({ "run.sh": "old\n" });
  chmodSync(join(bench.root, "run.sh"), 0o751);
  const { text } = await bench.call("write", { path: "./run.sh", content: "new\n" });
  expect(text).toBe("Replaced run.sh (1 line, 4 bytes).");
  expect(statSync(join(bench.root, "run.sh")).mode & 0o777).toBe(0o751);
  expect(bench.names()).toEqual(["run.sh"]);
  expect(bench.noted).toEqual([
    { kind: "content", path: "run.sh", before: digestBytes("old\n"), after: digestBytes("new\n") },
  ]);
});

test("content that is there already is neither noted nor written", async () => {
  const bench = toolBench({ "a.txt": "same" });
  const before = statSync(join(bench.root, "a.txt"));
  const { kind, text } = await bench.call("write", { path: "a.txt", content: "same" });
  expect([kind, text]).toEqual(["completed", "a.txt already held exactly that."]);
  expect(bench.noted).toEqual([]);
  expect(statSync(join(bench.root, "a.txt"))).toMatchObject({ ino: before.ino });
});

test("a directory, a file in place of a directory, and the root are not written", async () => {
  const bench = toolBench({ "dir/a.txt": "a" });
  for (const [path, said] of [
    ["dir", "dir is a directory. Use list for what is in it."],
    ["dir/a.txt/b.txt", "That did not work: a part of the path is not a directory."],
    [".", "The path names the workspace itself, which is not changed as a whole."],
  ] as const) {
    const { kind, text } = await bench.call("write", { path, content: "x" });
    expect([kind, text]).toEqual(["tool_error", said]);
  }
  expect(bench.noted).toEqual([]);
});

test("half of a surrogate pair cannot be written as UTF-8, and is refused", async () => {
  const bench = toolBench();
  const { kind, text } = await bench.call("write", { path: "a", content: "\ud800" });
  expect([kind, text]).toEqual(["tool_error", "`content` is not well-formed text."]);
});

test("a name that is too long is told, and nothing is left", async () => {
  const bench = toolBench();
  const { kind, text } = await bench.call("write", { path: "n".repeat(300), content: "x" });
  expect([kind, text]).toEqual(["tool_error", "That did not work: the name is too long."]);
  expect(bench.names()).toEqual([]);
});

test("a link that is planted where the new content is prepared is not written through", async () => {
  const bench = toolBench({ "a.txt": "old" });
  const victim = join(bench.outside, "victim");
  writeFileSync(victim, "mine");
  const names: string[] = [];
  const hash = digestBytes("a.txt").slice("sha256:".length, "sha256:".length + 16);
  bench.onNote = () => {
    names.push(`.perspt-${hash}.tmp`);
    symlinkSync(victim, join(bench.root, `.perspt-${hash}.tmp`));
  };
  expect((await bench.call("write", { path: "a.txt", content: "new" })).kind).toBe("completed");
  expect(statSync(victim).size).toBe(4);
  expect(bench.read("a.txt")).toBe("new");
  expect(bench.names()).toEqual(["a.txt"]);
});

test("a call that was stopped before changes nothing, and a note that fails makes no change", async () => {
  const bench = toolBench({ "a.txt": "old" });
  const stopped = await bench.call("write", { path: "a.txt", content: "new" }, AbortSignal.abort());
  expect([stopped.kind, stopped.text]).toEqual([
    "tool_error",
    "The call was stopped before anything was changed.",
  ]);
  bench.onNote = () => {
    throw new Error("no room");
  };
  const failed = await bench.call("write", { path: "a.txt", content: "new" });
  expect(failed.kind).toBe("failed");
  expect(failed.text).toContain("no room");
  expect(bench.read("a.txt")).toBe("old");
});
