import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestBytes } from "@perspt/json";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ToolBench, toolBench } from "../../test/tool-bench.js";
import type { FileChange } from "./change-notes.js";
import { settleChange } from "./settle-change.js";

const digestOf = (text: string | null) => (text === null ? null : digestBytes(text));

/** Few names and few texts, so that changes meet what is there. */
const PATHS = ["a.txt", "b.txt", "dir/a.txt", "dir/deep/c.txt"];
const anyPath = fc.constantFrom(...PATHS);
const anyText = fc.constantFrom("", "one", "two", "three");
const anyCall = fc.oneof(
  fc.record({ path: anyPath, content: anyText }).map((value) => ["write", value] as const),
  fc
    .record({ path: anyPath, old: fc.constantFrom("one", "t"), new: anyText })
    .map((value) => ["patch", value] as const),
  fc.record({ from: anyPath, to: anyPath }).map((value) => ["move", value] as const),
  fc
    .record({ path: fc.constantFrom(...PATHS, "dir", "dir/deep") })
    .map((value) => ["delete", value] as const),
);

/** All of a tree that a change could be seen by. */
function picture(bench: ToolBench): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    bench.names().map((name) => {
      const path = join(bench.root, name);
      return [name, existsSync(path) && !isDirectory(path) ? readFileSync(path, "utf8") : null];
    }),
  );
}

function isDirectory(path: string): boolean {
  return existsSync(`${path}/.`);
}

class Crash extends Error {}

test("a noted change did not happen while it was only noted, and did when its call was answered: exactly, whatever the calls", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 12 }), async (calls) => {
      const bench = toolBench({ "a.txt": "one", "dir/b.txt": "x" });
      for (const [tool, argumentsValue] of calls) {
        const before = picture(bench);
        const count = bench.noted.length;
        // The process ends once the note is durable.
        bench.onNote = () => {
          throw new Crash();
        };
        await bench.call(tool, argumentsValue);
        expect(picture(bench)).toEqual(before);
        const [change] = bench.noted.slice(count);
        bench.onNote = () => {};
        const { kind } = await bench.call(tool, argumentsValue);
        if (change === undefined) {
          expect(picture(bench)).toEqual(before);
          continue;
        }
        expect(kind).toBe("completed");
        expect(bench.noted.slice(count)).toEqual([change, change]);
        expect(await settleChange(bench.root, change)).toBe("did");
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

test("a change that was noted and not made settles as not made, from the same tree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { maxLength: 8 }), anyCall, async (calls, last) => {
      const bench = toolBench({ "a.txt": "one", "dir/b.txt": "x" });
      for (const [tool, argumentsValue] of calls) await bench.call(tool, argumentsValue);
      bench.onNote = () => {
        throw new Crash();
      };
      const count = bench.noted.length;
      await bench.call(last[0], last[1]);
      const [change] = bench.noted.slice(count);
      if (change !== undefined) expect(await settleChange(bench.root, change)).toBe("did_not");
    }),
    { numRuns: 60 },
  );
}, 60_000);

test("a crash between the preparation and the rename settles as not made, and what was prepared is taken away", async () => {
  const bench = toolBench({ "dir/a.txt": "old" });
  const name = `.perspt-${digestBytes("dir/a.txt").slice("sha256:".length, "sha256:".length + 16)}.tmp`;
  writeFileSync(join(bench.root, "dir", name), "ne");
  const change: FileChange = {
    kind: "content",
    path: "dir/a.txt",
    before: digestOf("old"),
    after: digestOf("new"),
  };
  expect(await settleChange(bench.root, change)).toBe("did_not");
  expect(bench.names()).toEqual(["dir", "dir/a.txt"]);
  writeFileSync(join(bench.root, "dir", name), "ne");
  expect((await bench.call("write", { path: "dir/a.txt", content: "new" })).kind).toBe("completed");
  expect(bench.names()).toEqual(["dir", "dir/a.txt"]);
});

describe("a tree that shows neither side of a change leaves it unclear", () => {
  const content = (path: string): FileChange => ({
    kind: "content",
    path,
    before: digestOf("old"),
    after: digestOf("new"),
  });
  const moved: FileChange = { kind: "moved", from: "a", to: "b", content: digestBytes("x") };
  const removed: FileChange = { kind: "directory_removed", path: "d" };

  test.each<[string, FileChange, Readonly<Record<string, string>>]>([
    ["a third content", content("a"), { a: "third" }],
    ["no file at all", content("a"), {}],
    ["no directory", content("none/a"), {}],
    ["a file in place of a directory", content("f/a"), { f: "" }],
    ["a directory in place of the file", content("d"), { "d/x": "" }],
    ["both names of a moved file", moved, { a: "x", b: "x" }],
    ["none of its names", moved, {}],
    ["another content under its new name", moved, { b: "y" }],
    ["a file in place of a removed directory", removed, { d: "" }],
  ])("%s", async (_, change, files) => {
    expect(await settleChange(toolBench(files).root, change)).toBe("unclear");
  });

  test("a link in place of the file, or of its directory, is not followed", async () => {
    const bench = toolBench();
    mkdirSync(join(bench.outside, "dir"));
    writeFileSync(join(bench.outside, "a"), "new");
    writeFileSync(join(bench.outside, "dir/a"), "new");
    symlinkSync(join(bench.outside, "a"), join(bench.root, "a"));
    symlinkSync(join(bench.outside, "dir"), join(bench.root, "dir"));
    expect(await settleChange(bench.root, content("a"))).toBe("unclear");
    expect(await settleChange(bench.root, content("dir/a"))).toBe("unclear");
  });
});

test("removals and moves settle by what is gone and what is there", async () => {
  const bench = toolBench({ "a.txt": "x" });
  const deleted: FileChange = {
    kind: "content",
    path: "a.txt",
    before: digestOf("x"),
    after: null,
  };
  const moved: FileChange = { kind: "moved", from: "a.txt", to: "n/b", content: digestBytes("x") };
  const removed: FileChange = { kind: "directory_removed", path: "d" };
  mkdirSync(join(bench.root, "d"));
  for (const change of [deleted, moved, removed]) {
    expect(await settleChange(bench.root, change)).toBe("did_not");
  }
  await bench.call("move", { from: "a.txt", to: "n/b" });
  expect(await settleChange(bench.root, moved)).toBe("did");
  expect(await settleChange(bench.root, deleted)).toBe("did");
  rmSync(join(bench.root, "d"), { recursive: true });
  expect(await settleChange(bench.root, removed)).toBe("did");
});
