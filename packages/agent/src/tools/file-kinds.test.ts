import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ToolBench, toolBench } from "../../test/tool-bench.js";

const USES = [
  ["read", {}],
  ["search", { pattern: "a" }],
  ["list", {}],
  ["write", { content: "x" }],
  ["patch", { old: "a", new: "b" }],
  ["delete", {}],
] as const;

async function expectRefused(bench: ToolBench, path: string, said: RegExp): Promise<void> {
  for (const [tool, more] of USES) {
    const { kind, text } = await bench.call(tool, { path, ...more });
    expect([tool, kind, text]).toEqual([tool, "tool_error", expect.stringMatching(said)]);
  }
  const moved = await bench.call("move", { from: path, to: "moved" });
  expect([moved.kind, moved.text]).toEqual(["tool_error", expect.stringMatching(said)]);
  expect(bench.noted).toEqual([]);
}

describe("what is no file is neither waited for nor touched", () => {
  test("a FIFO that nobody writes to", async () => {
    const bench = toolBench({ "a.txt": "a" });
    await bench.call("run", { argv: ["mkfifo", "fifo"] });
    await expectRefused(bench, "fifo", /is a FIFO, not a regular file|is a file, not a directory/);
    expect((await bench.call("search", { path: ".", pattern: "a" })).text).toContain("in 1 file");
    expect((await bench.call("list", { path: "." })).text).toContain("fifo (no regular file)");
  });

  test("a socket", async () => {
    const bench = toolBench();
    const server = createServer().listen(join(bench.root, "socket"));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    await expectRefused(
      bench,
      "socket",
      /is a socket, not a regular file|is a file, not a directory/,
    );
  });

  test("a device, also behind a link", async () => {
    const bench = toolBench();
    symlinkSync("/dev/zero", join(bench.root, "zero"));
    symlinkSync("/proc/self/cwd", join(bench.root, "cwd"));
    await expectRefused(bench, "zero", /zero is a link that leads out of the workspace/);
    await expectRefused(bench, "cwd", /cwd is a link that leads out of the workspace/);
    for (const path of ["/proc/self/cwd", "/proc/self/root", "/dev/zero"]) {
      await expectRefused(bench, path, /is outside the workspace/);
    }
  });

  test("a directory, and a path that takes a file for one", async () => {
    const bench = toolBench({ "dir/a.txt": "a", file: "a" });
    for (const tool of ["read", "patch", "write"] as const) {
      const more = tool === "write" ? { content: "x" } : { old: "a", new: "b" };
      const { kind, text } = await bench.call(tool, { path: "dir", ...more });
      expect([kind, text]).toEqual(["tool_error", expect.stringContaining("dir is a directory.")]);
    }
    expect((await bench.call("delete", { path: "dir" })).text).toBe(
      "dir is not empty: delete what is in it first.",
    );
    for (const [tool, more] of USES) {
      expect([tool, (await bench.call(tool, { path: "file/below", ...more })).kind]).toEqual([
        tool,
        "tool_error",
      ]);
    }
    expect(bench.names()).toEqual(["dir", "dir/a.txt", "file"]);
  });
});

describe("what is no text", () => {
  test.each([
    ["a NUL", Buffer.from("a\0b"), "file is a binary file, not text."],
    ["a lone byte", Buffer.from([0x61, 0xff]), "file is not UTF-8 text."],
    ["an overlong form", Buffer.from([0xc0, 0xaf]), "file is not UTF-8 text."],
    ["a surrogate", Buffer.from([0xed, 0xa0, 0x80]), "file is not UTF-8 text."],
    ["a cut character", Buffer.from([0x61, 0xe2, 0x82]), "file is not UTF-8 text."],
    ["UTF-16", Buffer.from("\ufeffab", "utf16le"), "file is a binary file, not text."],
  ])("is neither read nor patched: %s", async (_, content, said) => {
    const bench = toolBench({ file: content });
    for (const argumentsValue of [{ path: "file" }, { path: "file", old: "a", new: "b" }]) {
      const tool = "old" in argumentsValue ? "patch" : "read";
      const { kind, text } = await bench.call(tool, argumentsValue);
      expect([tool, kind, text]).toEqual([tool, "tool_error", said]);
    }
  });
});
