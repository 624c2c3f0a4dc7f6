import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestBytes } from "@perspt/json";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ToolBench, toolBench } from "../../test/tool-bench.js";

const SECRET = "canary-outside\n";

/** A program that changes the tree all the time, with a breath now and then, until the test is over. */
async function racing(step: string, ...words: readonly string[]): Promise<ChildProcess> {
  const program = `
    const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
    const words = process.argv.slice(1);
    console.log("on");
    for (;;) {
      ${step}
      if (Math.random() < 0.2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }`;
  const child = spawn(process.execPath, ["-e", program, "--", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return child;
}

type Call = readonly [string, Readonly<Record<string, string>>];

/** Calls each tool in turn; what any of them says must hold nothing from outside. */
async function callInTurn(bench: ToolBench, rounds: number, calls: readonly Call[]) {
  const ends = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [tool, argumentsValue] of calls) {
      const { kind, text } = await bench.call(tool, argumentsValue);
      expect(text).not.toContain("canary-outside");
      ends.set(kind, (ends.get(kind) ?? 0) + 1);
    }
  }
  return Object.fromEntries(ends);
}

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("while the tree changes under the tools", () => {
  test("a directory that is a link to outside at times leads nowhere", async () => {
    const bench = toolBench({ "dir/a.txt": "one\n" });
    mkdirSync(join(bench.outside, "dir"));
    writeFileSync(join(bench.outside, "dir/a.txt"), SECRET);
    const child = await racing(
      `const [dir, twin] = words;
       renameSync(dir, dir + ".away");
       symlinkSync(twin, dir);
       unlinkSync(dir);
       renameSync(dir + ".away", dir);`,
      join(bench.root, "dir"),
      join(bench.outside, "dir"),
    );
    const open = () => readdirSync("/proc/self/fd").length;
    const openBefore = open();
    const ends = await callInTurn(bench, 200, [
      ["read", { path: "dir/a.txt" }],
      ["search", { path: "dir", pattern: "canary" }],
      ["list", { path: "dir" }],
      ["patch", { path: "dir/a.txt", old: "one", new: "two" }],
      ["patch", { path: "dir/a.txt", old: "two", new: "one" }],
    ]);
    expect(child.exitCode).toBe(null);
    expect(Object.keys(ends).toSorted()).toEqual(["completed", "tool_error"]);
    expect(open()).toBeLessThan(openBefore + 10);
    expect(readFileSync(join(bench.outside, "dir/a.txt"), "utf8")).toBe(SECRET);
    expect(readdirSync(join(bench.outside, "dir"))).toEqual(["a.txt"]);
  }, 60_000);

  test("a file that is a link to outside, or a FIFO, at times is not followed, and holds nobody up", async () => {
    const bench = toolBench({ "a.txt": "one\n" });
    writeFileSync(join(bench.outside, "secret.txt"), SECRET);
    symlinkSync(join(bench.outside, "secret.txt"), join(bench.root, "a.txt.link"));
    await bench.call("run", { argv: ["mkfifo", "a.txt.fifo"] });
    const child = await racing(
      `const [file] = words;
       for (const other of [".link", ".fifo"]) {
         renameSync(file, file + ".away");
         renameSync(file + other, file);
         renameSync(file, file + other);
         renameSync(file + ".away", file);
       }`,
      join(bench.root, "a.txt"),
    );
    const ends = await callInTurn(bench, 1500, [
      ["read", { path: "a.txt" }],
      ["search", { path: "a.txt", pattern: "canary" }],
    ]);
    expect(child.exitCode).toBe(null);
    expect(Object.keys(ends).toSorted()).toEqual(["completed", "tool_error"]);
  }, 60_000);

  test("a link that is planted where new content is prepared, again and again, is not written through", async () => {
    const bench = toolBench({ "a.txt": "one\n" });
    const victim = join(bench.outside, "victim.txt");
    writeFileSync(victim, SECRET);
    const hash = digestBytes("a.txt").slice("sha256:".length, "sha256:".length + 16);
    const child = await racing(
      `try { symlinkSync(words[0], words[1]); } catch {}`,
      victim,
      join(bench.root, `.perspt-${hash}.tmp`),
    );
    const ends = await callInTurn(bench, 150, [
      ["write", { path: "a.txt", content: "two\n" }],
      ["write", { path: "a.txt", content: "one\n" }],
    ]);
    expect(child.exitCode).toBe(null);
    expect(ends["completed"]).toBeGreaterThan(0);
    expect(readFileSync(victim, "utf8")).toBe(SECRET);
  }, 60_000);
});
