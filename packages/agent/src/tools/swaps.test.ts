import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ToolBench, toolBench } from "../../test/tool-bench.js";

const SECRET = "canary-outside\n";

/** A tree whose directory `dir` has a twin outside, where the same names hold a secret. */
function twins(): ToolBench {
  const bench = toolBench({ "dir/a.txt": "one\n", "other/b.txt": "b\n" });
  mkdirSync(join(bench.outside, "dir"));
  writeFileSync(join(bench.outside, "dir", "a.txt"), SECRET);
  return bench;
}

const CHANGES = [
  ["write", { path: "dir/a.txt", content: "two\n" }],
  ["write", { path: "dir/new.txt", content: "two\n" }],
  ["patch", { path: "dir/a.txt", old: "one", new: "two" }],
  ["move", { from: "dir/a.txt", to: "other/c.txt" }],
  ["move", { from: "other/b.txt", to: "dir/c.txt" }],
  ["delete", { path: "dir/a.txt" }],
] as const;

describe.each(CHANGES)("between the look and the change of %s %o", (tool, argumentsValue) => {
  test("a directory that becomes a link to outside is not followed", async () => {
    const bench = twins();
    bench.onNote = () => {
      renameSync(join(bench.root, "dir"), join(bench.root, "moved"));
      symlinkSync(join(bench.outside, "dir"), join(bench.root, "dir"));
    };
    expect((await bench.call(tool, argumentsValue)).kind).toBe("tool_error");
    expect(bench.read("../outside/dir/a.txt")).toBe(SECRET);
    expect(bench.names()).toEqual(["dir", "moved", "moved/a.txt", "other", "other/b.txt"]);
    expect(bench.read("moved/a.txt")).toBe("one\n");
    expect(bench.noted).toHaveLength(1);
  });

  test("another directory that takes the place is not the one that was looked at", async () => {
    const bench = twins();
    bench.onNote = () => {
      rmSync(join(bench.root, "dir"), { recursive: true });
      symlinkSync(join(bench.outside, "dir"), join(bench.root, "dir"));
    };
    expect((await bench.call(tool, argumentsValue)).kind).toBe("tool_error");
    expect(bench.read("../outside/dir/a.txt")).toBe(SECRET);
    expect(existsSync(join(bench.outside, "dir", "new.txt"))).toBe(false);
  });
});

describe.each([CHANGES[0], CHANGES[2], CHANGES[3], CHANGES[5]])(
  "between the look and the change of %s %o",
  (tool, argumentsValue) => {
    test("a file that somebody else changes is left as they made it", async () => {
      const bench = twins();
      bench.onNote = () => writeFileSync(join(bench.root, "dir/a.txt"), "theirs\n");
      const { kind, text } = await bench.call(tool, argumentsValue);
      expect([kind, text]).toEqual([
        "tool_error",
        "dir/a.txt was changed by something else in the meantime. Nothing was changed; read it again.",
      ]);
      expect(bench.read("dir/a.txt")).toBe("theirs\n");
      expect(bench.names()).toEqual(["dir", "dir/a.txt", "other", "other/b.txt"]);
    });

    test("a file that becomes a link is neither followed nor replaced", async () => {
      const bench = twins();
      bench.onNote = () => {
        rmSync(join(bench.root, "dir/a.txt"));
        symlinkSync(join(bench.outside, "dir/a.txt"), join(bench.root, "dir/a.txt"));
      };
      expect((await bench.call(tool, argumentsValue)).kind).toBe("tool_error");
      expect(bench.read("../outside/dir/a.txt")).toBe(SECRET);
      expect(bench.read("dir/a.txt")).toBe(SECRET);
    });
  },
);

test("a file that appears where another is moved to, or made, is not overwritten", async () => {
  const bench = twins();
  bench.onNote = () => writeFileSync(join(bench.root, "other/c.txt"), "theirs\n");
  for (const [tool, argumentsValue] of [
    ["move", { from: "dir/a.txt", to: "other/c.txt" }],
    ["write", { path: "other/c.txt", content: "mine\n" }],
  ] as const) {
    const { kind, text } = await bench.call(tool, argumentsValue);
    expect([kind, text]).toEqual(["tool_error", "other/c.txt exists, and was not overwritten."]);
    expect(bench.read("other/c.txt")).toBe("theirs\n");
    rmSync(join(bench.root, "other/c.txt"));
  }
  expect(bench.read("dir/a.txt")).toBe("one\n");
});
