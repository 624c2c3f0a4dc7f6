import { chmodSync, lstatSync, readdirSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { filesIn, temporaryDirectory, writeFiles } from "../../test/agent-runs.js";
import { copyFolder } from "./copy-folder.js";

test("files with their modes, folders that are empty or read-only, and links of every kind are copied; sockets are not", async () => {
  const directory = temporaryDirectory();
  const [from, to] = [join(directory, "from"), join(directory, "above/to")];
  const files = { "bin/tool.js": "t", "dep/a/index.js": "a", ".bin/x": "x", "locked/f": "f" };
  writeFiles(from, files);
  chmodSync(join(from, "bin/tool.js"), 0o755);
  chmodSync(join(from, "locked"), 0o555);
  for (const [link, target] of [
    ["to-file", "bin/tool.js"],
    ["to-folder", "dep/a"],
    ["outwards", "/etc"],
    ["nowhere", "none"],
    ["to-itself", "."],
  ] as const) {
    symlinkSync(target, join(from, link));
  }
  const server = createServer().listen(join(from, "dep/socket"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  await copyFolder(from, to, new AbortController().signal);
  expect(filesIn(to)).toEqual(files);
  expect(readdirSync(join(to, "dep"))).toEqual(["a"]);
  expect(statSync(join(to, "bin/tool.js")).mode & 0o777).toBe(0o755);
  expect(statSync(join(to, "locked")).mode & 0o200).toBe(0o200);
  for (const link of ["to-file", "to-folder", "outwards", "nowhere", "to-itself"]) {
    expect(lstatSync(join(to, link)).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(to, link))).toBe(readlinkSync(join(from, link)));
  }
});

test("a signal ends it", async () => {
  const directory = temporaryDirectory();
  writeFiles(directory, { "from/a": "a" });
  const [from, to] = [join(directory, "from"), join(directory, "to")];
  await expect(copyFolder(from, to, AbortSignal.abort())).rejects.toThrow();
});
