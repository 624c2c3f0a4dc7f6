import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toolBench } from "../../test/tool-bench.js";

test("lines are told as path:line: text, in the order of the files, without what tools make and git keeps", async () => {
  const bench = toolBench({
    "b.txt": "needle\n",
    "a/z.txt": "no\n  a needle here\r\n",
    "a/b/c.txt": "needle",
    "node_modules/x/y.js": "needle",
    ".git/config": "needle",
    "bin.dat": new Uint8Array([0, ...Buffer.from("needle")]),
  });
  symlinkSync("b.txt", join(bench.root, "link.txt"));
  const call = async (path: string) =>
    (await bench.call("search", { path, pattern: "needle" })).text;
  expect(await call(".")).toBe(
    [
      "3 matches in 4 files:",
      "b.txt:1: needle",
      "a/z.txt:2: a needle here",
      "a/b/c.txt:1: needle",
    ].join("\n"),
  );
  expect(await call("a/b")).toBe("1 match in 1 file:\na/b/c.txt:1: needle");
  expect(await call("a/z.txt")).toBe("1 match in 1 file:\na/z.txt:2: a needle here");
  expect(await call("node_modules")).toBe("1 match in 1 file:\nnode_modules/x/y.js:1: needle");
  expect(await call("link.txt")).toBe("1 match in 1 file:\nb.txt:1: needle");
});

describe("what is looked for", () => {
  const bench = () =>
    toolBench({ "a.js": "f(x)\nfoo.bar(1)\n", "b.ts": "f(x)\n", "src/c.test.ts": "fxx\n" });
  const search = async (value: Readonly<Record<string, string>>) =>
    (await bench().call("search", { path: ".", ...value })).text;

  test("is a text as it stands, if nothing is said", async () => {
    expect(await search({ pattern: "o.b" })).toBe("1 match in 3 files:\na.js:2: foo.bar(1)");
    expect(await search({ pattern: "o.b", kind: "text" })).toContain("1 match");
    expect(await search({ pattern: "f.x" })).toBe("No match in 3 files.");
  });

  test("is a regular expression on request", async () => {
    expect(await search({ pattern: "^f.x", kind: "regex" })).toBe(
      "3 matches in 3 files:\na.js:1: f(x)\nb.ts:1: f(x)\nsrc/c.test.ts:1: fxx",
    );
    expect(await search({ pattern: "(?i)FX+$", kind: "regex" })).toContain("src/c.test.ts:1: fxx");
  });

  test.each([
    ["(?=a)", /look-around/],
    ["(a)\\1", /back-references/],
    ["(", /RE2/],
    ["(?:a{1000}){1000}", /RE2|too large/],
  ])("is refused where the engine cannot run it: %s", async (pattern, said) => {
    expect(await search({ pattern, kind: "regex" })).toMatch(said);
  });

  test.each([
    ["*.ts", ["b.ts", "src/c.test.ts"]],
    ["*.{js,ts}", ["a.js", "b.ts", "src/c.test.ts"]],
    ["src/**", ["src/c.test.ts"]],
    ["src/**/*.ts", ["src/c.test.ts"]],
    ["**/*.test.ts", ["src/c.test.ts"]],
    ["?.ts", ["b.ts"]],
    ["src/*.js", []],
    ["[a].js", []],
  ])("is looked for in the files that fit %s", async (include, files) => {
    const text = await search({ pattern: "f", include });
    const found = new Set(
      text
        .split("\n")
        .slice(1)
        .map((line) => line.split(":")[0]),
    );
    expect(found).toEqual(new Set(files));
  });

  test("is one line", async () => {
    expect(await search({ pattern: "a\nb" })).toBe(
      "`pattern` holds a line break, and lines are searched one by one.",
    );
  });
});

describe("a search that finds too much", () => {
  test("tells 200 matches, and that there are more", async () => {
    const bench = toolBench({ "a.txt": "x\n".repeat(201) });
    const lines = (await bench.call("search", { path: ".", pattern: "x" })).text.split("\n");
    expect(lines[0]).toBe("200 matches in 1 file:");
    expect(lines.at(-1)).toBe("[… there are more matches: be more exact, or name a path]");
    expect(lines).toHaveLength(202);
  });

  test("shows of a long line what is around the match", async () => {
    const bench = toolBench({ "a.js": `${"a".repeat(50_000)}needle${"b".repeat(50_000)}` });
    const [, line = ""] = (await bench.call("search", { path: ".", pattern: "needle" })).text.split(
      "\n",
    );
    expect(line).toBe(`a.js:1: …${"a".repeat(80)}needle${"b".repeat(214)}…`);
  });

  test("tells which files were too large", async () => {
    const bench = toolBench({ "big.txt": "x".repeat(2 * 1024 * 1024 + 1), "a.txt": "x" });
    expect((await bench.call("search", { path: ".", pattern: "x" })).text).toBe(
      "1 match in 1 file:\na.txt:1: x\n[… too large to be searched: 1 file (big.txt)]",
    );
  });
});

test("a search lets other work have its turns, and ends with its signal", async () => {
  const bench = toolBench();
  mkdirSync(join(bench.root, "d"));
  for (let index = 0; index < 60; index += 1) {
    writeFileSync(join(bench.root, "d", `${index}.txt`), `${"ab ".repeat(100)}\n`.repeat(3000));
  }
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 60);
  const { kind, text } = await bench.call(
    "search",
    { path: ".", pattern: "(a|b|ab| )*c", kind: "regex" },
    stop.signal,
  );
  clearInterval(watch);
  expect([kind, text]).toEqual(["tool_error", "The search was stopped."]);
  expect(longest).toBeLessThan(250);
});

test("a pattern that would take a backtracking engine for ever takes time in the length of the text", async () => {
  const bench = toolBench({ "a.txt": `${"a".repeat(4000)}!\n` });
  const began = performance.now();
  const { text } = await bench.call("search", { path: ".", pattern: "(a+)+$", kind: "regex" });
  expect(text).toBe("No match in 1 file.");
  expect(performance.now() - began).toBeLessThan(2000);
});
