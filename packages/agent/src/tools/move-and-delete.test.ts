import { chmodSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { digestBytes } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { toolBench } from "../../test/tool-bench.js";

describe("move", () => {
  test("gives a file its new name, with its mode, and makes the directories on the way", async () => {
    const bench = toolBench({ "a.sh": "x" });
    chmodSync(join(bench.root, "a.sh"), 0o755);
    bench.onNote = () => expect(bench.names()).toEqual(["a.sh"]);
    expect(await bench.call("move", { from: "a.sh", to: "bin/new/b.sh" })).toEqual({
      kind: "completed",
      text: "Moved a.sh to bin/new/b.sh.",
      structured: null,
    });
    expect(bench.names()).toEqual(["bin", "bin/new", "bin/new/b.sh"]);
    expect(statSync(join(bench.root, "bin/new/b.sh")).mode & 0o777).toBe(0o755);
    expect(bench.noted).toEqual([
      { kind: "moved", from: "a.sh", to: "bin/new/b.sh", content: digestBytes("x") },
    ]);
  });

  test("overwrites nothing: no file, directory or link", async () => {
    const bench = toolBench({ "a.txt": "a", "b.txt": "b", "dir/c.txt": "c" });
    symlinkSync("nowhere", join(bench.root, "link"));
    for (const [to, said] of [
      ["b.txt", "b.txt exists, and is not overwritten."],
      ["dir", "dir exists, and is not overwritten."],
      ["link", "link is a link that leads out of the workspace or nowhere."],
      ["a.txt", "`from` and `to` are the same path."],
      ["b.txt/x", "That did not work: a part of the path is not a directory."],
    ] as const) {
      const { kind, text } = await bench.call("move", { from: "a.txt", to });
      expect([kind, text]).toEqual(["tool_error", said]);
    }
    expect(bench.noted).toEqual([]);
    expect([bench.read("a.txt"), bench.read("b.txt")]).toEqual(["a", "b"]);
  });

  test("moves files alone", async () => {
    const bench = toolBench({ "dir/c.txt": "c" });
    const { kind, text } = await bench.call("move", { from: "dir", to: "other" });
    expect([kind, text]).toEqual(["tool_error", "dir is a directory. Use list for what is in it."]);
    expect((await bench.call("move", { from: "none", to: "x" })).text).toContain(
      "There is no none",
    );
  });

  test("changes the case of a name", async () => {
    const bench = toolBench({ readme: "x" });
    expect((await bench.call("move", { from: "readme", to: "README" })).kind).toBe("completed");
    expect(bench.names()).toEqual(["README"]);
  });
});

describe("delete", () => {
  test("removes a file, noted before", async () => {
    const bench = toolBench({ "a.txt": "a", "b.txt": "b" });
    bench.onNote = () => expect(bench.read("a.txt")).toBe("a");
    expect((await bench.call("delete", { path: "a.txt" })).text).toBe("Deleted a.txt.");
    expect(bench.names()).toEqual(["b.txt"]);
    expect(bench.noted).toEqual([
      { kind: "content", path: "a.txt", before: digestBytes("a"), after: null },
    ]);
  });

  test("removes a directory that is empty, and no other", async () => {
    const bench = toolBench({ "full/a.txt": "a" });
    mkdirSync(join(bench.root, "empty"));
    const full = await bench.call("delete", { path: "full" });
    expect([full.kind, full.text]).toEqual([
      "tool_error",
      "full is not empty: delete what is in it first.",
    ]);
    expect(bench.noted).toEqual([]);
    expect((await bench.call("delete", { path: "empty/" })).text).toBe(
      "Deleted the empty directory empty.",
    );
    expect(bench.noted).toEqual([{ kind: "directory_removed", path: "empty" }]);
    expect(bench.names()).toEqual(["full", "full/a.txt"]);
  });

  test("leaves a directory that is filled in the meantime", async () => {
    const bench = toolBench();
    mkdirSync(join(bench.root, "dir"));
    bench.onNote = () => mkdirSync(join(bench.root, "dir/new"));
    expect((await bench.call("delete", { path: "dir" })).text).toBe(
      "dir is not empty: delete what is in it first.",
    );
    expect(bench.names()).toEqual(["dir", "dir/new"]);
  });

  test("tells the names that are near one that is not there", async () => {
    const bench = toolBench({ "a.txt": "a" });
    expect((await bench.call("delete", { path: "b.txt" })).text).toBe(
      "There is no b.txt: the workspace's root holds no b.txt. Did you mean a.txt?",
    );
  });
});
