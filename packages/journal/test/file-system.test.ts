import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appendAll } from "../src/append-all.js";
import type { FileSystem } from "../src/file-system.js";
import { nodeFileSystem } from "../src/node-file-system.js";
import { randomFrom } from "./simulated-disk/random.js";
import { SimulatedDisk } from "./simulated-disk/simulated-disk.js";

function codeOf(attempt: () => unknown): unknown {
  try {
    attempt();
    return "done";
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

const twins: readonly (readonly [string, () => { files: FileSystem; root: string }])[] = [
  [
    "the machine's disk",
    () => ({ files: nodeFileSystem, root: mkdtempSync(join(tmpdir(), "perspt-files-")) }),
  ],
  ["the simulated disk", () => ({ files: new SimulatedDisk(), root: "/" })],
];

describe.each(twins)("%s", (_, make) => {
  test("appends, cuts, reads, renames and removes", async () => {
    const { files, root } = make();
    const path = join(root, "file");
    const file = files.create(path);
    appendAll(file, Buffer.from("one two"));
    await file.sync();
    expect(file.status().size).toBe(7);
    files.truncate(path, 4);
    appendAll(file, Buffer.from("three"));
    file.close();
    const again = files.open(path);
    appendAll(again, Buffer.from("."));
    expect(again.status().identity).toBe(files.identity(path));
    again.close();
    expect(files.read(path).toString()).toBe("one three.");
    files.rename(path, join(root, "other"));
    files.syncDirectory(root);
    expect(files.list(root)).toEqual(["other"]);
    expect(files.status(path)).toEqual({ kind: "missing" });
    files.remove(join(root, "other"));
    expect(files.list(root)).toEqual([]);
  });

  test("a rename replaces, and the path is another file from then on", () => {
    const { files, root } = make();
    const path = join(root, "file");
    files.create(path).close();
    const before = files.identity(path);
    const other = files.create(join(root, "new"));
    appendAll(other, Buffer.from("new"));
    other.close();
    files.rename(join(root, "new"), path);
    expect(files.identity(path)).not.toBe(before);
    expect(files.read(path).toString()).toBe("new");
  });

  test("fails with the system's codes", () => {
    const { files, root } = make();
    const path = join(root, "file");
    files.create(path).close();
    files.makeDirectory(join(root, "directory"));
    expect(codeOf(() => files.create(path))).toBe("EEXIST");
    expect(codeOf(() => files.makeDirectory(join(root, "directory")))).toBe("EEXIST");
    expect(codeOf(() => files.open(join(root, "nothing")))).toBe("ENOENT");
    expect(codeOf(() => files.read(join(root, "nothing")))).toBe("ENOENT");
    expect(codeOf(() => files.remove(join(root, "nothing")))).toBe("ENOENT");
    expect(codeOf(() => files.rename(join(root, "nothing"), path))).toBe("ENOENT");
    expect(codeOf(() => files.list(join(root, "nothing")))).toBe("ENOENT");
    expect(codeOf(() => files.create(join(root, "nothing/file")))).toBe("ENOENT");
    expect(codeOf(() => files.makeDirectory(join(root, "file/inside")))).toBe("ENOTDIR");
    expect(files.identity(join(root, "nothing"))).toBe(null);
    expect(files.status(join(root, "file/inside"))).toEqual({ kind: "missing" });
  });

  test("says what stands at a path, for its owner alone", () => {
    const { files, root } = make();
    files.create(join(root, "file")).close();
    files.makeDirectory(join(root, "directory"));
    const owner = process.getuid?.() ?? 0;
    expect(files.status(join(root, "file"))).toEqual({ kind: "file", mode: 0o600, owner });
    expect(files.status(join(root, "directory"))).toEqual({
      kind: "directory",
      mode: 0o700,
      owner,
    });
  });
});

describe("what the simulated disk loses", () => {
  const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

  function survivors(work: (disk: SimulatedDisk) => void): ReadonlySet<string> {
    return new Set(
      SEEDS.map((seed) => {
        const disk = new SimulatedDisk();
        work(disk);
        disk.losePower(randomFrom(seed));
        return disk.list("/").join(" ");
      }),
    );
  }

  test("names without a sync of their directory: any of them, each for itself", () => {
    const outcomes = survivors((disk) => {
      disk.create("/a").close();
      disk.create("/b").close();
    });
    expect(outcomes).toEqual(new Set(["", "a", "b", "a b"]));
  });

  test("nothing of what was synced", () => {
    const outcomes = survivors((disk) => {
      disk.create("/a").close();
      disk.create("/b").close();
      disk.syncDirectory("/");
    });
    expect(outcomes).toEqual(new Set(["a b"]));
  });

  test("sectors of unsynced bytes, in any combination, and the end", async () => {
    const contents = new Set<string>();
    for (const seed of SEEDS) {
      const disk = new SimulatedDisk();
      const file = disk.create("/a");
      disk.syncDirectory("/");
      appendAll(file, Buffer.alloc(256, "s"));
      await file.sync();
      appendAll(file, Buffer.alloc(1024, "u"));
      disk.losePower(randomFrom(seed));
      const bytes = disk.read("/a");
      expect(bytes.subarray(0, 256).toString()).toBe("s".repeat(256));
      contents.add(bytes.subarray(256).toString().replaceAll(/u+/g, "u").replaceAll(/\0+/g, "0"));
    }
    expect(contents).toEqual(new Set(["", "u", "0", "0u", "u0", "0u0", "u0u"]));
  });

  test("what a failed sync dropped, even when a later one succeeds", async () => {
    const contents = new Set<string>();
    for (const seed of SEEDS) {
      const disk = new SimulatedDisk();
      const file = disk.create("/a");
      disk.syncDirectory("/");
      disk.begin({
        random: randomFrom(seed),
        trouble: (number) => (number === 3 ? { kind: "error", code: "EIO" } : null),
      });
      file.write(Buffer.alloc(512, "u"));
      const length = file.status().size;
      await file.sync().catch(() => {});
      await file.sync();
      expect(disk.read("/a").length).toBe(length);
      disk.losePower(randomFrom(seed));
      contents.add(disk.read("/a").subarray(0, 1).toString());
    }
    expect(contents).toEqual(new Set(["u", "\0"]));
  });
});
