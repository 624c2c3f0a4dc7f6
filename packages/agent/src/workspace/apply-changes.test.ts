import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { digestBytes } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { filesIn, temporaryDirectory, writeFiles } from "../../test/agent-runs.js";
import { becomeOrdinaryUser } from "../../test/ordinary-user.js";
import { applyChanges, standOf } from "./apply-changes.js";
import { changesBetween, type FileChange } from "./file-change.js";
import { listFiles } from "./list-files.js";
import { readStates } from "./read-states.js";
import { type ApplyPlaces, removeStaged } from "./staged-files.js";
import { nodeTreeDisk } from "./tree-disk.js";

type Files = Readonly<Record<string, string>>;

interface Bench extends ApplyPlaces {
  readonly outside: string;
  readonly changes: readonly FileChange[];
}

const never = new AbortController().signal;

/** A person's tree with these files, and a change of them to those. */
async function bench(before: Files, after: Files, executable: readonly string[] = []) {
  const directory = temporaryDirectory();
  const [target, source, base, outside] = ["target", "source", "base", "outside"].map((name) => {
    const folder = join(directory, name);
    mkdirSync(folder);
    return folder;
  });
  if (target === undefined || source === undefined || base === undefined || outside === undefined) {
    throw new Error("there are four");
  }
  for (const folder of [target, base]) writeFiles(folder, before);
  writeFiles(source, after);
  for (const path of executable) chmodSync(join(source, path), 0o755);
  const states = async (folder: string) =>
    readStates(folder, await listFiles(folder, null, never), never);
  const changes = changesBetween(await states(base), await states(source));
  const made: Bench = { target, source, base, outside, mark: "test", changes };
  return made;
}

const applied = ({ changes, ...places }: Bench) => applyChanges(changes, places);
const modeOf = (file: string) => statSync(file).mode & 0o777;
/** Every name in a tree, folders too: what a failure left would be among them. */
const names = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).toSorted();

describe("a change that can be applied", () => {
  test("is: files are added with their folders, changed, deleted with folders that are then empty", async () => {
    const at = await bench(
      { "keep.txt": "k", "change.txt": "1", "old/deep/gone.txt": "g" },
      { "keep.txt": "k", "change.txt": "2", "new/deep/made.txt": "m" },
    );
    expect(await standOf(at.changes, at.target)).toBe("none");
    expect(await applied(at)).toEqual({ kind: "applied" });
    expect(names(at.target)).toEqual([
      "change.txt",
      "keep.txt",
      "new",
      "new/deep",
      "new/deep/made.txt",
    ]);
    expect(filesIn(at.target)).toEqual(filesIn(at.source));
    expect(await standOf(at.changes, at.target)).toBe("all");
  });

  test("keeps the person's modes but for what makes a file executable, and gives new files the candidate's", async () => {
    const at = await bench(
      { "secret.txt": "1", "tool.sh": "1", "was.sh": "1" },
      { "secret.txt": "2", "tool.sh": "2", "was.sh": "2", "new.sh": "n", "new.txt": "n" },
      ["tool.sh", "new.sh"],
    );
    chmodSync(join(at.target, "secret.txt"), 0o600);
    chmodSync(join(at.target, "tool.sh"), 0o640);
    chmodSync(join(at.source, "new.txt"), 0o600);
    expect((await applied(at)).kind).toBe("applied");
    expect(modeOf(join(at.target, "secret.txt"))).toBe(0o600);
    expect(modeOf(join(at.target, "tool.sh"))).toBe(0o750);
    expect(modeOf(join(at.target, "new.sh"))).toBe(0o755);
    expect(modeOf(join(at.target, "new.txt"))).toBe(0o600);
  });

  test("can make a folder of a file, and a file of a folder", async () => {
    const at = await bench(
      { tool: "t", "lib/deep/a.txt": "a" },
      { "tool/main.txt": "t", lib: "a" },
    );
    expect(await applied(at)).toEqual({ kind: "applied" });
    expect(filesIn(at.target)).toEqual({ lib: "a", "tool/main.txt": "t" });
  });

  test("finishes what a crash interrupted, and takes away what it left", async () => {
    const at = await bench({ "a.txt": "1", "b.txt": "1" }, { "a.txt": "2", "b.txt": "2" });
    writeFiles(at.target, { "a.txt": "2" });
    expect(await standOf(at.changes, at.target)).toBe("part");
    expect(await applied(at)).toEqual({ kind: "applied" });
    expect(await applied(at)).toEqual({ kind: "applied" });
    expect(filesIn(at.target)).toEqual({ "a.txt": "2", "b.txt": "2" });
  });
});

test("what a crash left beside its target, or in the folder above one that was missing, is taken away", async () => {
  const at = await bench({ "a/b.txt": "1" }, { "a/b.txt": "2", "new/n.txt": "n" });
  for (const [path, folder] of [
    ["a/b.txt", "a"],
    ["new/n.txt", "."],
  ] as const) {
    const name = digestBytes(path).slice("sha256:".length, "sha256:".length + 16);
    writeFileSync(join(at.target, folder, `.perspt-test-${name}.tmp`), "half");
  }
  await removeStaged(at.changes, at, nodeTreeDisk);
  expect(names(at.target)).toEqual(["a", "a/b.txt"]);
});

describe("a tree that changed since is not touched", () => {
  test.each([
    ["a file changed", (target: string) => writeFileSync(join(target, "b.txt"), "theirs")],
    ["a file is gone", (target: string) => rmSync(join(target, "b.txt"))],
    ["a file became executable", (target: string) => chmodSync(join(target, "b.txt"), 0o755)],
    [
      "a link took a file's place",
      (target: string) => {
        rmSync(join(target, "b.txt"));
        symlinkSync("a.txt", join(target, "b.txt"));
      },
    ],
  ])("%s", async (_, change) => {
    const at = await bench({ "a.txt": "1", "b.txt": "1" }, { "a.txt": "2", "b.txt": "2" });
    change(at.target);
    const before = names(at.target);
    expect(await applied(at)).toEqual({ kind: "tree_changed", paths: ["b.txt"] });
    expect(filesIn(at.target)["a.txt"]).toBe("1");
    expect(names(at.target)).toEqual(before);
    expect(await standOf(at.changes, at.target)).toBe("other");
  });

  test("a file, or a link to anywhere, stands where one is to be added", async () => {
    const at = await bench({}, { "a.txt": "2", "b.txt": "2" });
    writeFileSync(join(at.target, "a.txt"), "theirs");
    symlinkSync("nowhere", join(at.target, "b.txt"));
    expect(await applied(at)).toEqual({ kind: "tree_changed", paths: ["a.txt", "b.txt"] });
    expect(readlinkSync(join(at.target, "b.txt"))).toBe("nowhere");
    expect(filesIn(at.target)).toEqual({ "a.txt": "theirs" });
  });
});

describe("nothing outside of the tree changes through a link in place of a folder (T73)", () => {
  test.each([
    ["an addition", {}, { "a.txt": "a", "dir/new.txt": "n" }],
    ["an addition deeper", {}, { "a.txt": "a", "dir/sub/new.txt": "n" }],
    ["a change", { "dir/there.txt": "t" }, { "a.txt": "a", "dir/there.txt": "2" }],
    ["a deletion", { "dir/there.txt": "t" }, { "a.txt": "a" }],
  ])("%s", async (_, before, after) => {
    const at = await bench(before, after);
    rmSync(join(at.target, "dir"), { recursive: true, force: true });
    symlinkSync(at.outside, join(at.target, "dir"));
    writeFiles(at.outside, { "there.txt": "t" });
    expect(await applied(at)).toEqual({
      kind: "failed",
      message: `dir is a link that leads out of ${at.target}.`,
      left: [],
    });
    expect(names(at.outside)).toEqual(["there.txt"]);
    expect(filesIn(at.outside)).toEqual({ "there.txt": "t" });
    expect(readdirSync(at.target)).toEqual(["dir"]);
  });
});

describe("when the system refuses in the middle, everything is as it was", () => {
  const before = { "a.txt": "1", "gone/b.txt": "1", "locked/c.txt": "1" };
  const after = { "a.txt": "2", "made/deep/n.txt": "n", "locked/c.txt": "2", "z/z.txt": "z" };

  async function expectAsItWas(at: Bench, modes: readonly [string, number][]) {
    const [files, all] = [filesIn(at.target), names(at.target)];
    const end = await applied(at);
    expect(end).toMatchObject({ kind: "failed", left: [] });
    expect(names(at.target)).toEqual(all);
    expect(filesIn(at.target)).toEqual(files);
    for (const [path, mode] of modes) expect(modeOf(join(at.target, path))).toBe(mode);
  }

  test("a folder that may not be written", async () => {
    const at = await bench(before, after);
    becomeOrdinaryUser(dirname(at.target));
    chmodSync(join(at.target, "gone/b.txt"), 0o600);
    chmodSync(join(at.target, "locked"), 0o555);
    await expectAsItWas(at, [["gone/b.txt", 0o600]]);
    chmodSync(join(at.target, "locked"), 0o755);
  });

  test("a deletion that may not be made, once others were", async () => {
    const at = await bench({ "a.txt": "1", "b/b.txt": "1", "locked/c.txt": "1" }, { "n.txt": "n" });
    becomeOrdinaryUser(dirname(at.target));
    chmodSync(join(at.target, "a.txt"), 0o640);
    chmodSync(join(at.target, "locked"), 0o555);
    await expectAsItWas(at, [["a.txt", 0o640]]);
    chmodSync(join(at.target, "locked"), 0o755);
  });

  test("a folder with something in it where a file is to be", async () => {
    const at = await bench(
      { "a.txt": "1", "gone/b.txt": "1" },
      { "a.txt": "2", "m/n": "n", z: "z" },
    );
    writeFiles(at.target, { "z/theirs.txt": "t" });
    chmodSync(join(at.target, "gone/b.txt"), 0o600);
    await expectAsItWas(at, [["gone/b.txt", 0o600]]);
  });

  test("a file where a folder is to be", async () => {
    const at = await bench({ "a.txt": "1" }, { "a.txt": "2", "z/deep/z.txt": "z" });
    writeFiles(at.target, { z: "theirs" });
    await expectAsItWas(at, []);
  });

  test("a candidate whose file is gone", async () => {
    const at = await bench(before, after);
    rmSync(join(at.source, "z/z.txt"));
    await expectAsItWas(at, []);
  });

  test("a candidate whose file is no longer the one that was decided on, or is a link to another", async () => {
    for (const swap of [
      (file: string) => writeFileSync(file, "other"),
      (file: string) => {
        rmSync(file);
        symlinkSync("/proc/self/status", file);
      },
    ]) {
      const at = await bench(before, after);
      swap(join(at.source, "z/z.txt"));
      await expectAsItWas(at, []);
    }
  });

  test("a target that is gone", async () => {
    const at = await bench({}, { "a.txt": "1" });
    rmSync(at.target, { recursive: true });
    expect(await applied(at)).toMatchObject({ kind: "failed", left: [] });
    expect(existsSync(at.target)).toBe(false);
  });
});
