import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { applyChanges } from "../src/workspace/apply-changes.js";
import { changesBetween } from "../src/workspace/file-change.js";
import { listFiles } from "../src/workspace/list-files.js";
import { readStates } from "../src/workspace/read-states.js";
import type { ApplyPlaces } from "../src/workspace/staged-files.js";
import {
  filesIn,
  type Project,
  project,
  resumeIn,
  runIn,
  temporaryDirectory,
  writeFiles,
} from "./agent-runs.js";
import { type DiskFailure, failingTreeDisk } from "./failing-tree-disk.js";

const BEFORE = { "a.txt": "1", "gone/b.txt": "b", "keep.txt": "k", tool: "t" };
const AFTER = { "a.txt": "2", "keep.txt": "k", "made/deep/n.txt": "nn", "tool/main.txt": "tt" };
const PATHS = [...new Set([...Object.keys(BEFORE), ...Object.keys(AFTER)])];
const never = new AbortController().signal;

async function scene() {
  const directory = temporaryDirectory();
  const [target, source, base] = ["target", "source", "base"].map((name) => join(directory, name));
  if (target === undefined || source === undefined || base === undefined) throw new Error("three");
  for (const folder of [target, base]) writeFiles(folder, BEFORE);
  writeFiles(source, AFTER);
  const states = async (folder: string) =>
    readStates(folder, await listFiles(folder, null, never), never);
  const changes = changesBetween(await states(base), await states(source));
  return { changes, places: { target, source, base, mark: "m" } satisfies ApplyPlaces };
}

/** A tree's own files: what a disk that takes nothing any more kept of staged ones is not among them. */
const ownFiles = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filesIn(directory)).filter(([path]) => !path.endsWith(".tmp")));

describe("a disk that fails at any call while a change is put in place", () => {
  const kinds = (
    [
      ["ENOSPC", "for writing"],
      ["EIO", "once"],
      ["EIO", "for all"],
    ] as const
  ).flatMap(([code, lasts]) =>
    (["before", "after"] as const).map((fails) => ({ code, lasts, fails })),
  );

  test.each(kinds)(
    "$code $lasts, $fails it has done its work: the tree is whole-old or whole-new, or the files that differ are named; a second try completes it",
    async (kind) => {
      const ends = { applied: 0, taken_back: 0, left: 0 };
      for (let at = 0; ; at += 1) {
        const { changes, places } = await scene();
        const failing = failingTreeDisk({ ...kind, at });
        const applying = await applyChanges(changes, places, failing.disk);
        if (failing.asked() <= at) break;
        const now = ownFiles(places.target);
        switch (applying.kind) {
          case "applied":
            ends.applied += 1;
            expect(now).toEqual(AFTER);
            break;
          case "failed": {
            ends[applying.left.length === 0 ? "taken_back" : "left"] += 1;
            expect(applying.message).toBe(`${kind.code}: the disk failed`);
            const differs = PATHS.filter((path) => now[path] !== filesIn(places.base)[path]);
            expect(applying.left.toSorted(), `at ${at}`).toEqual(differs.toSorted());
            break;
          }
          case "tree_changed":
            expect.unreachable("nobody changed it");
        }
        expect(await applyChanges(changes, places)).toEqual({ kind: "applied" });
        expect(filesIn(places.target)).toEqual(AFTER);
      }
      expect(ends.taken_back).toBeGreaterThan(0);
    },
  );
});

const TRUE = [[process.execPath, "-e", ""]];
const TASK = [
  'call write {"path":"a.txt","content":"2"}',
  'call write {"path":"z.txt","content":"z"}',
].join("\n");

const failingAt = (at: number): DiskFailure => ({
  code: "EIO",
  at,
  lasts: "for all",
  fails: "after",
});

describe("a run whose accepted change meets a disk that fails", () => {
  test("at any call: it is as it was, or says which files are not, with both diffs kept; resuming completes it", async () => {
    const ends = new Set<string>();
    for (let at = 0; ; at += 1) {
      const place = project({ "a.txt": "1", "b.txt": "b" }, "folder");
      const failing = failingTreeDisk(failingAt(at));
      const { end } = await runIn(place, { task: TASK, verify: TRUE, disk: failing.disk });
      ends.add(end.kind);
      if (failing.asked() <= at) break;
      if (end.kind === "accepted") continue;
      expectTold(end, place);
      expect((await resumeIn(place, {})).end.kind).toBe("accepted");
      expect(filesIn(place.directory)).toEqual({ "a.txt": "2", "b.txt": "b", "z.txt": "z" });
    }
    // Each way was met.
    expect([...ends].toSorted()).toEqual(["accepted", "not_accepted", "partly_applied"]);
  }, 60_000);

  function expectTold(end: Awaited<ReturnType<typeof runIn>>["end"], place: Project) {
    const now = ownFiles(place.directory);
    if (end.kind === "not_accepted") {
      expect(end).toMatchObject({ code: "not_applied" });
      expect(end.because).toBe("The change could not be put in place: EIO: the disk failed");
      expect(now).toEqual({ "a.txt": "1", "b.txt": "b" });
    } else if (end.kind === "partly_applied") {
      expect(end.paths).toContain("a.txt");
      expect(readFileSync(end.change ?? "", "utf8")).toContain("+z");
      expect(readFileSync(end.theirs, "utf8")).toContain("+2");
      expect(now["b.txt"]).toBe("b");
    } else expect.unreachable(end.kind);
  }
});

/** A small disk of its own at a directory, until the test is over; false where this user may not make one. */
function isMounted(directory: string): boolean {
  if (process.platform !== "linux") return false;
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", directory]);
  if (mount.status !== 0) return false;
  onTestFinished(() => void spawnSync("umount", ["-l", directory]));
  return true;
}

test("a tree on a disk that is really full stays as it was, and resuming completes it once there is room", async ({
  skip,
}) => {
  const place = project({ "a.txt": "1" }, "folder");
  if (!isMounted(place.directory)) skip("a disk of its own needs a superuser");
  const full = join(place.directory, "full.bin");
  writeFiles(place.directory, { "a.txt": "1" });
  writeFileSync(full, "x".repeat(192 * 1024));
  const content = "y".repeat(100 * 1024);
  const { end } = await runIn(place, {
    task: `call write ${JSON.stringify({ path: "a.txt", content: "2" })}\ncall write ${JSON.stringify({ path: "b.txt", content })}`,
    verify: TRUE,
  });
  expect(end).toMatchObject({ kind: "not_accepted", code: "not_applied" });
  if (end.kind === "not_accepted") expect(end.because).toContain("ENOSPC");
  expect(Object.keys(filesIn(place.directory))).toEqual(["a.txt", "full.bin"]);
  expect(filesIn(place.directory)["a.txt"]).toBe("1");
  writeFileSync(full, "");
  expect((await resumeIn(place, {})).end.kind).toBe("accepted");
  expect(filesIn(place.directory)).toEqual({ "a.txt": "2", "b.txt": content, "full.bin": "" });
});
