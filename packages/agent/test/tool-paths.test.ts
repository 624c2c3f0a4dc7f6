import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { governedTools } from "./governed-tools.js";
import { type ToolBench, toolBench } from "./tool-bench.js";

const SECRET = "canary-outside\n";

/** A tree with every way out that a file system offers, and a secret outside. */
function treeWithWaysOut(): ToolBench {
  const bench = toolBench({ "src/a.txt": "a\n", "near/b.txt": "b\n" });
  const { root, outside } = bench;
  writeFileSync(join(outside, "secret.txt"), SECRET);
  mkdirSync(`${root}-twin`);
  writeFileSync(`${root}-twin/secret.txt`, SECRET);
  mkdirSync(join(root, ".git", "hooks"), { recursive: true });
  writeFileSync(join(root, ".git", "config"), SECRET);
  symlinkSync(outside, join(root, "out"));
  symlinkSync(join(outside, "secret.txt"), join(root, "secret-link"));
  symlinkSync("../outside", join(root, "relative-out"));
  symlinkSync("out", join(root, "chained"));
  symlinkSync(".git", join(root, "git-link"));
  return bench;
}

/** Fourteen forms, each with the path that it makes of a name outside. */
const ESCAPES: readonly (readonly [string, (bench: ToolBench, name: string) => string])[] = [
  ["a step up", (_, name) => `../outside/${name}`],
  ["steps up from deeper", (_, name) => `src/../../outside/${name}`],
  ["an absolute path", ({ outside }, name) => `${outside}/${name}`],
  ["a sibling whose name begins with the root's", ({ root }, name) => `${root}-twin/${name}`],
  ["a link to a directory", (_, name) => `out/${name}`],
  ["a relative link", (_, name) => `relative-out/${name}`],
  ["a link to a link", (_, name) => `chained/${name}`],
  ["a link that is left again by a step up", (_, name) => `out/../outside/${name}`],
  ["a file URI", ({ outside }, name) => `file://${outside}/${name}`],
  ["encoded steps", (_, name) => `%2e%2e/outside/${name}`],
  ["backslashes", (_, name) => `..\\outside\\${name}`],
  ["a NUL", (_, name) => `../outside/${name}\0.txt`],
  ["the home of a user", (_, name) => `~/../../outside/${name}`],
  ["a doubled slash", ({ outside }, name) => `/${outside}/${name}`],
];

/** What each tool would do to a file of that path. */
const USES: readonly (readonly [string, (path: string) => JsonObject])[] = [
  ["read", (path) => ({ path })],
  ["list", (path) => ({ path })],
  ["search", (path) => ({ path, pattern: "canary" })],
  ["write", (path) => ({ path, content: "changed" })],
  ["patch", (path) => ({ path, old: "canary", new: "changed" })],
  ["delete", (path) => ({ path })],
  ["move", (path) => ({ from: path, to: "src/moved.txt" })],
  ["move", (path) => ({ from: "src/a.txt", to: path })],
];

function expectUntouched({ root, outside, noted, read }: ToolBench): void {
  expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(SECRET);
  expect(readFileSync(`${root}-twin/secret.txt`, "utf8")).toBe(SECRET);
  expect(existsSync(join(outside, "new.txt"))).toBe(false);
  expect(existsSync(`${root}-twin/new.txt`)).toBe(false);
  expect(read("src/a.txt")).toBe("a\n");
  expect(noted).toEqual([]);
}

describe.each(ESCAPES)("a path out of the tree by %s", (_, pathOf) => {
  test.each(["secret.txt", "new.txt"])(
    "is refused by the kernel, and by the tool alone (T07, T55, T73): %s",
    async (name) => {
      const bench = treeWithWaysOut();
      const { call } = await governedTools(bench);
      const path = pathOf(bench, name);
      for (const [tool, argumentsOf] of USES) {
        const argumentsValue = argumentsOf(path);
        const governed = await call(tool, argumentsValue);
        expect([tool, governed.outcome.kind]).toEqual([tool, "refused"]);
        expect(JSON.stringify(governed)).not.toContain("canary-outside");
        const { kind, text } = await bench.call(tool, argumentsValue);
        expect([tool, kind]).toEqual([tool, "tool_error"]);
        expect(text).not.toContain("canary-outside");
      }
      expectUntouched(bench);
    },
  );
});

/** Spellings of git's own directory, as the most forgiving file system would read them. */
const GIT_PATHS = [
  ".git/config",
  ".GIT/config",
  ".git/hooks/pre-commit",
  "src/.git/hooks/post-merge",
  ".g\u200bit/config",
  "．git/config",
  "git~1/config",
  "git-link/config",
];

test.each(GIT_PATHS)("what belongs to git is touched by no tool: %s", async (path) => {
  const bench = treeWithWaysOut();
  for (const [tool, argumentsOf] of USES) {
    const { kind, text } = await bench.call(tool, argumentsOf(path));
    expect([tool, kind]).toEqual([tool, "tool_error"]);
    expect(text).not.toContain("canary-outside");
  }
  expect(bench.read(".git/config")).toBe(SECRET);
  expect(existsSync(join(bench.root, ".git/hooks/pre-commit"))).toBe(false);
  expectUntouched(bench);
});

test("a link that stays in the tree is read through, and not changed through", async () => {
  const bench = toolBench({ "real/a.txt": "one\n" });
  symlinkSync("real", join(bench.root, "link"));
  symlinkSync("real/a.txt", join(bench.root, "file-link"));
  for (const path of ["link/a.txt", "file-link"]) {
    expect((await bench.call("read", { path })).text).toBe(
      "real/a.txt, lines 1-1 of 1:\n     1\tone",
    );
    for (const [tool, argumentsOf] of USES.slice(3)) {
      const { kind, text } = await bench.call(tool, argumentsOf(path));
      expect([tool, kind]).toEqual([tool, "tool_error"]);
      expect(text).toMatch(/is a link to real|^There is no src/);
    }
  }
  expect(bench.noted).toEqual([]);
  expect(bench.read("real/a.txt")).toBe("one\n");
});

test("a write to one name of a file with two does not change the other: a name is replaced, not a file's content", async () => {
  const bench = toolBench({ "a.txt": "one\n" });
  linkSync(join(bench.root, "a.txt"), join(bench.outside, "same.txt"));
  await bench.call("write", { path: "a.txt", content: "two\n" });
  expect(bench.read("a.txt")).toBe("two\n");
  expect(readFileSync(join(bench.outside, "same.txt"), "utf8")).toBe("one\n");
});

test("the directory that a command runs in lies in the tree", async () => {
  const bench = treeWithWaysOut();
  for (const cwd of ["..", "out", bench.outside, "src/a.txt", "none", ".git"]) {
    const { kind, text } = await bench.call("run", { argv: ["pwd"], cwd });
    expect([cwd, kind]).toEqual([cwd, "tool_error"]);
    expect(text).not.toContain(`${bench.outside}\n`);
  }
  expect((await bench.call("run", { argv: ["pwd"], cwd: "src" })).text).toContain(
    join(bench.root, "src"),
  );
});
