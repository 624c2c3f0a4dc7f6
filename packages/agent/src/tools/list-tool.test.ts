import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolBench } from "../../test/tool-bench.js";

test("a directory is told as a tree, two levels deep if nothing is said", async () => {
  const bench = toolBench({
    "package.json": "{}",
    "src/main.ts": "",
    "src/deep/er/a.ts": "",
    "node_modules/x/index.js": "",
    ".git/config": "",
    ".env": "",
  });
  symlinkSync("src", join(bench.root, "link"));
  const call = async (path: string, depth?: number) =>
    (await bench.call("list", depth === undefined ? { path } : { path, depth })).text;
  expect(await call(".")).toBe(
    [
      ".: 7 entries",
      "  .env",
      "  link (link)",
      "  node_modules/ (not looked into)",
      "  package.json",
      "  src/",
      "    deep/ (not looked into)",
      "    main.ts",
    ].join("\n"),
  );
  expect(await call("src", 3)).toBe("src: 4 entries\n  deep/\n    er/\n      a.ts\n  main.ts");
  expect(await call("src/deep", 1)).toBe("src/deep: 1 entry\n  er/ (not looked into)");
  expect(await call("node_modules/x")).toBe("node_modules/x: 1 entry\n  index.js");
});

test("500 entries are told, those near the top first, and where the rest is", async () => {
  const bench = toolBench({ "z.txt": "" });
  for (const folder of ["a", "b"]) {
    mkdirSync(join(bench.root, folder));
    for (let index = 0; index < 300; index += 1) {
      writeFileSync(join(bench.root, folder, `f${String(index).padStart(3, "0")}`), "");
    }
  }
  const lines = (await bench.call("list", { path: "." })).text.split("\n");
  expect(lines[0]).toBe(".: 500 entries");
  expect(lines.slice(-3)).toEqual([
    "    f196",
    "    [… 103 more entries of b left out]",
    "  z.txt",
  ]);
  expect(lines).toHaveLength(502);
});

test("a directory of more names than are read is told to hold more", async () => {
  const bench = toolBench();
  for (let index = 0; index < 10_050; index += 1) writeFileSync(join(bench.root, `${index}`), "");
  const { text } = await bench.call("list", { path: "." });
  expect(text).toMatch(/\[… at least 9500 more entries of \. left out\]$/);
});

test("an answer of long names is no longer than what a model is given of one result", async () => {
  const bench = toolBench();
  for (let index = 0; index < 400; index += 1) {
    writeFileSync(join(bench.root, `${index}-${"n".repeat(200)}`), "");
  }
  const { text } = await bench.call("list", { path: "." });
  expect(text.length).toBeLessThan(60_200);
  expect(text).toMatch(/\n\[… the answer is full: list a directory of it\]$/);
});

test("a name with a line break is not taken for two entries", async () => {
  const bench = toolBench({ "a\nb": "" });
  expect((await bench.call("list", { path: "." })).text).toBe('.: 1 entry\n  "a\\nb"');
});

test("a file is no directory", async () => {
  const bench = toolBench({ "a.txt": "" });
  const { kind, text } = await bench.call("list", { path: "a.txt" });
  expect([kind, text]).toEqual([
    "tool_error",
    "a.txt is a file, not a directory. Use read for its text.",
  ]);
});
