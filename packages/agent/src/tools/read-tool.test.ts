import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toolBench } from "../../test/tool-bench.js";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join("\n");

test("a file is told with its line numbers", async () => {
  const bench = toolBench({ "a.txt": "one\n\ttwo\n\nfour" });
  expect((await bench.call("read", { path: "a.txt" })).text).toBe(
    "a.txt, lines 1-4 of 4:\n     1\tone\n     2\t\ttwo\n     3\t\n     4\tfour",
  );
});

test("a range is told with the line to go on with, and the last one without", async () => {
  const bench = toolBench({ "a.txt": `${numbered(1, 10)}\n` });
  const call = async (from_line: number, lines: number) =>
    (await bench.call("read", { path: "a.txt", from_line, lines })).text;
  expect(await call(4, 2)).toBe(
    "a.txt, lines 4-5 of 10:\n     4\tline 4\n     5\tline 5\n[… go on with from_line: 6]",
  );
  expect(await call(9, 2)).toBe("a.txt, lines 9-10 of 10:\n     9\tline 9\n    10\tline 10");
  expect(await call(11, 2)).toBe("a.txt has only 10 lines.");
});

test("2,000 lines are told at once, and not one more", async () => {
  const bench = toolBench({ "a.txt": `${numbered(1, 2001)}\n` });
  const { text } = await bench.call("read", { path: "a.txt" });
  expect(text).toMatch(/^a\.txt, lines 1-2000 of 2001:\n/);
  expect(text).toMatch(/2000\tline 2000\n\[… go on with from_line: 2001\]$/);
});

test("no answer is longer than 60,000 bytes and its heading, whatever the characters", async () => {
  const bench = toolBench({ "a.txt": `${"ü".repeat(500)}\n`.repeat(400) });
  const { text } = await bench.call("read", { path: "a.txt" });
  expect(Buffer.byteLength(text)).toBeLessThan(60_200);
  const [, last] = /lines 1-(\d+) of 400:/.exec(text) ?? [];
  expect(text).toContain(`[… go on with from_line: ${Number(last) + 1}]`);
  const next = await bench.call("read", { path: "a.txt", from_line: Number(last) + 1 });
  expect(next.text).toMatch(/^a\.txt, lines 60-118 of 400:/);
});

test("a long line is cut, and its length told", async () => {
  const bench = toolBench({ "a.min.js": `${"x".repeat(200_000)}\nend\n` });
  expect((await bench.call("read", { path: "a.min.js" })).text).toBe(
    `a.min.js, lines 1-2 of 2:\n     1\t${"x".repeat(2000)} [… 200000 characters in this line]\n     2\tend`,
  );
});

test("lines far into a large file are reached in bounded memory, and one beyond the bound is told", async () => {
  const bench = toolBench({ "big.log": `${"0123456789".repeat(10)}\n`.repeat(600_000) });
  const { text } = await bench.call("read", { path: "big.log", from_line: 599_999, lines: 1 });
  expect(text).toMatch(/^big\.log, lines 599999-599999 of 600000:/);
  const huge = join(bench.root, "huge.log");
  writeFileSync(huge, "first\n".repeat(20_000_000));
  expect((await bench.call("read", { path: "huge.log", from_line: 19_000_000 })).text).toBe(
    "huge.log has 120000000 bytes, and line 19000000 is too far into it to be read. Use a command.",
  );
});

test("CRLF line ends are told once and not shown, and a byte order mark is not shown", async () => {
  const bench = toolBench({ "a.txt": "\ufeffone\r\ntwo\r\n" });
  expect((await bench.call("read", { path: "a.txt" })).text).toBe(
    "a.txt, lines 1-2 of 2, CRLF line ends:\n     1\tone\n     2\ttwo",
  );
});

test("an empty file is told to be empty", async () => {
  const bench = toolBench({ "a.txt": "" });
  expect((await bench.call("read", { path: "a.txt" })).text).toBe("a.txt is empty.");
});

test("what is no text is not read", async () => {
  const bench = toolBench({
    "nul.bin": new Uint8Array([65, 0, 66]),
    "latin.txt": new Uint8Array([0x61, 0xe4, 0x62]),
    "cut.txt": new Uint8Array([0x61, 0xc3]),
  });
  for (const [path, said] of [
    ["nul.bin", "nul.bin is a binary file, not text."],
    ["latin.txt", "latin.txt is not UTF-8 text."],
    ["cut.txt", "cut.txt is not UTF-8 text."],
  ] as const) {
    const { kind, text } = await bench.call("read", { path });
    expect([kind, text]).toEqual(["tool_error", said]);
  }
});

test("a character that is split between two reads of the disk is whole", async () => {
  const bench = toolBench({ "a.txt": `${"a".repeat(64 * 1024 - 1)}ü\n` });
  const { kind } = await bench.call("read", { path: "a.txt" });
  expect(kind).toBe("completed");
});

test("a file that is not there is told with the names that are near", async () => {
  const bench = toolBench({ "src/reader.ts": "", "src/header.ts": "", "src/zebra.ts": "" });
  const call = async (path: string) => (await bench.call("read", { path })).text;
  expect(await call("src/raeder.ts")).toBe(
    "There is no src/raeder.ts: src/ holds no raeder.ts. Did you mean src/reader.ts or src/header.ts?",
  );
  expect(await call("scr/reader.ts")).toBe(
    "There is no scr/reader.ts: the workspace's root holds no scr. Did you mean src?",
  );
  expect(await call("other/thing.ts")).toBe(
    "There is no other/thing.ts: the workspace's root holds no other. Use list to see what is in the workspace's root.",
  );
});

test("devices, FIFOs, sockets and directories are not opened, and nothing hangs", async () => {
  const bench = toolBench();
  await bench.call("run", { argv: ["mkfifo", "fifo"] });
  mkdirSync(join(bench.root, "dir"));
  symlinkSync("/dev/zero", join(bench.root, "zero"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(bench.root, "sock"), resolve));
  onTestFinished(() => {
    server.close();
  });
  for (const [path, said] of [
    ["fifo", "fifo is a FIFO, not a regular file."],
    ["sock", "sock is a socket, not a regular file."],
    ["zero", "zero is a link that leads out of the workspace."],
    ["dir", "dir is a directory. Use list for what is in it."],
    [".", "That is the workspace's root, a directory. Use list."],
  ] as const) {
    const { kind, text } = await bench.call("read", { path });
    expect([kind, text]).toEqual(["tool_error", said]);
  }
  for (const tool of ["delete", "write"] as const) {
    const { kind, text } = await bench.call(tool, { path: "fifo", content: "x" });
    expect([kind, text]).toEqual(["tool_error", "fifo is a FIFO, not a regular file."]);
  }
  expect((await bench.call("search", { path: ".", pattern: "x" })).text).toBe(
    "No match in 0 files.",
  );
});

test("a sparse file of a terabyte is read no further than the bound", async () => {
  const bench = toolBench({ "sparse.txt": "text\n".repeat(1000) });
  truncateSync(join(bench.root, "sparse.txt"), 1024 ** 4);
  const { kind, text } = await bench.call("read", { path: "sparse.txt", lines: 5 });
  expect([kind, text]).toEqual(["tool_error", "sparse.txt is a binary file, not text."]);
});

test("a call that is stopped ends", async () => {
  const bench = toolBench({ "a.txt": "x" });
  const { kind, text } = await bench.call("read", { path: "a.txt" }, AbortSignal.abort());
  expect([kind, text]).toEqual(["tool_error", "The call was stopped."]);
});
