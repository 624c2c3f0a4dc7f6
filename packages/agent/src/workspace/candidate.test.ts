import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { filesIn, git, project, temporaryDirectory, writeFiles } from "../../test/agent-runs.js";
import { candidateIn } from "../../test/candidates.js";
import { becomeOrdinaryUser } from "../../test/ordinary-user.js";
import { createGit } from "../git/run-git.js";
import { changesOf } from "./candidate.js";
import { removeCandidate } from "./remove-candidate.js";

const never = new AbortController().signal;

async function changedPaths(candidate: Parameters<typeof changesOf>[0]) {
  return (await changesOf(candidate, never)).map(({ path, before, after }) => [
    before === null ? "added" : after === null ? "deleted" : "changed",
    path,
  ]);
}

/** Files of a tree without what package managers made. */
const ownFiles = (tree: string) =>
  Object.fromEntries(
    Object.entries(filesIn(tree)).filter(
      ([path]) => path !== ".git" && !path.includes("node_modules/"),
    ),
  );

describe.each(["repository", "no commit"] as const)(
  "a candidate of a tree with git: %s",
  (kind) => {
    function tree() {
      const at = project(
        { "a.txt": "a\n", "gone.txt": "g\n", ".gitignore": ".env\nnode_modules\ndata\ndist\n" },
        kind === "repository" ? "repository" : "folder",
      );
      if (kind === "no commit") git(at.directory, "init", "--quiet");
      writeFiles(at.directory, {
        "a.txt": "uncommitted\n",
        "new/untracked.txt": "u\n",
        ".env": "KEY=secret\n",
        "dist/made.js": "m\n",
        "node_modules/dep/index.js": "d\n",
        "packages/p/node_modules/dep/index.js": "d\n",
      });
      rmSync(join(at.directory, "gone.txt"));
      return at;
    }

    test("holds the work as it stands, and nothing that is ignored but dependencies", async () => {
      const at = tree();
      const candidate = await candidateIn(at, at.directory);
      const own = {
        ".gitignore": ".env\nnode_modules\ndata\ndist\n",
        "a.txt": "uncommitted\n",
        "new/untracked.txt": "u\n",
      };
      expect(ownFiles(candidate.tree)).toEqual(own);
      expect(filesIn(candidate.base)).toEqual(own);
      expect(filesIn(candidate.tree)["node_modules/dep/index.js"]).toBe("d\n");
      expect(filesIn(candidate.tree)["packages/p/node_modules/dep/index.js"]).toBe("d\n");
      expect(await changedPaths(candidate)).toEqual([]);
    });

    test("a file that the work makes git ignore is not taken for a deleted one", async () => {
      const at = tree();
      const candidate = await candidateIn(at, at.directory);
      writeFiles(candidate.tree, { ".gitignore": "*.txt\n" });
      expect(await changedPaths(candidate)).toEqual([["changed", ".gitignore"]]);
      rmSync(join(candidate.tree, "new/untracked.txt"));
      expect(await changedPaths(candidate)).toContainEqual(["deleted", "new/untracked.txt"]);
    });

    test("ignored folders that hold sockets and FIFOs, or may not be read, stand in nobody's way", async () => {
      const at = tree();
      const dependency = join(at.directory, "node_modules/dep");
      const server = createServer().listen(join(dependency, "daemon.sock"));
      onTestFinished(() => void server.close());
      await new Promise((resolve) => server.once("listening", resolve));
      mkdirSync(join(at.directory, "data"), { mode: 0o000 });
      becomeOrdinaryUser(dirname(at.directory), at.home);
      const git = createGit({ ...process.env, HOME: at.home });
      const candidate = await candidateIn(at, at.directory, git);
      expect(readdirSync(join(candidate.tree, "node_modules/dep"))).toEqual(["index.js"]);
    });
  },
);

test("names of every kind, executable bits and links are kept, also into a copy", async () => {
  for (const kind of ["repository", "folder"] as const) {
    const at = project({ "a\nb.txt": "1", "ü/日本.txt": "2", " space ": "3", "-dash": "4" }, kind);
    writeFiles(at.directory, { "run.sh": "#!/bin/sh\n" });
    chmodSync(join(at.directory, "run.sh"), 0o755);
    symlinkSync("a\nb.txt", join(at.directory, "inside"));
    symlinkSync("/etc/passwd", join(at.directory, "outside"));
    const { tree, base } = await candidateIn(at, at.directory);
    for (const copy of [tree, base]) {
      expect(Object.keys(ownFiles(copy))).toEqual(Object.keys(ownFiles(at.directory)));
      expect(statSync(join(copy, "run.sh")).mode & 0o777).toBe(0o755);
      expect(readlinkSync(join(copy, "inside"))).toBe("a\nb.txt");
      expect(lstatSync(join(copy, "outside")).isSymbolicLink()).toBe(true);
    }
  }
});

test("a change of the executable bit alone is a change", async () => {
  const at = project({ "run.sh": "" });
  const candidate = await candidateIn(at, at.directory);
  chmodSync(join(candidate.tree, "run.sh"), 0o755);
  expect(await changedPaths(candidate)).toEqual([["changed", "run.sh"]]);
});

test("the files of submodules and of repositories within the tree are in it, and changes of them are seen", async () => {
  const library = project({ "lib.txt": "l\n", ".gitignore": "*.log\n" });
  const at = project({ "a.txt": "a\n" });
  const { directory } = at;
  git(
    directory,
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    library.directory,
    "sub",
  );
  git(directory, "commit", "--quiet", "--message", "submodule");
  git(directory, "clone", "--quiet", library.directory, "nested");
  writeFiles(directory, { "sub/noise.log": "n", "nested/noise.log": "n", "sub/new.txt": "s\n" });
  const candidate = await candidateIn(at, directory);
  const names = Object.keys(ownFiles(candidate.tree));
  expect(names).toEqual([
    ".gitmodules",
    "a.txt",
    "nested/.gitignore",
    "nested/lib.txt",
    "sub/.gitignore",
    "sub/lib.txt",
    "sub/new.txt",
  ]);
  expect(await changedPaths(candidate)).toEqual([]);
  writeFiles(candidate.tree, { "sub/lib.txt": "changed", "nested/more.txt": "m" });
  expect(await changedPaths(candidate)).toEqual([
    ["added", "nested/more.txt"],
    ["changed", "sub/lib.txt"],
  ]);
});

test("a folder that became a link is a link, and nothing behind it is looked at", async () => {
  const at = project({ "a.txt": "a\n", "dir/b.txt": "b\n" });
  writeFiles(at.home, { "b.txt": "secret\n" });
  rmSync(join(at.directory, "dir"), { recursive: true });
  symlinkSync(at.home, join(at.directory, "dir"));
  const candidate = await candidateIn(at, at.directory);
  expect(ownFiles(candidate.tree)).toEqual({ "a.txt": "a\n" });
  expect(readlinkSync(join(candidate.tree, "dir"))).toBe(at.home);
  expect(await changedPaths(candidate)).toEqual([]);
});

test("a folder that the work made a link is gone, and nothing behind it is taken for its files", async () => {
  const at = project({ "dir/b.txt": "b\n" });
  const candidate = await candidateIn(at, at.directory);
  writeFiles(at.home, { "b.txt": "secret\n" });
  rmSync(join(candidate.tree, "dir"), { recursive: true });
  symlinkSync(at.home, join(candidate.tree, "dir"));
  expect(await changedPaths(candidate)).toEqual([["deleted", "dir/b.txt"]]);
});

test("an index that was made to name files elsewhere leads to none (T55, T73)", async () => {
  const at = project({ "aa/secret.txt": "in\n", "b.txt": "b\n" });
  writeFileSync(join(at.directory, "..", "secret.txt"), "outside\n");
  const file = join(at.directory, ".git/index");
  const index = readFileSync(file);
  index.write("../", index.indexOf("aa/secret.txt"));
  const body = index.subarray(0, -20);
  writeFileSync(file, Buffer.concat([body, createHash("sha1").update(body).digest()]));
  expect(git(at.directory, "ls-files")).toContain("../secret.txt");
  const candidate = await candidateIn(at, at.directory);
  expect(ownFiles(candidate.tree)).toEqual({ "aa/secret.txt": "in\n", "b.txt": "b\n" });
  expect(readdirSync(candidate.directory).toSorted()).toEqual(["base", "making.json", "tree"]);
});

test("a tree that may only be read is copied, and the copy can be written", async () => {
  const at = project({ "dir/a.txt": "a\n" }, "folder");
  for (const path of ["dir/a.txt", "dir", "."]) {
    chmodSync(join(at.directory, path), path === "dir/a.txt" ? 0o444 : 0o555);
  }
  onTestFinished(() => {
    for (const path of [".", "dir"]) chmodSync(join(at.directory, path), 0o755);
  });
  const candidate = await candidateIn(at, at.directory);
  expect(statSync(join(candidate.tree, "dir")).mode & 0o200).toBe(0o200);
  expect(await changedPaths(candidate)).toEqual([]);
});

describe("the removal of a candidate", () => {
  test("leaves no worktree of it, and the person's own, also those that are not there now", async () => {
    const at = project({ "a.txt": "a\n" });
    const elsewhere = temporaryDirectory();
    git(at.directory, "worktree", "add", "--quiet", "--detach", join(elsewhere, "theirs"));
    rmSync(join(elsewhere, "theirs"), { recursive: true });
    const before = filesIn(join(at.directory, ".git"));
    const candidate = await candidateIn(at, at.directory);
    expect(readdirSync(join(at.directory, ".git/worktrees"))).toEqual(["theirs", "tree"]);
    await removeCandidate(candidate.directory, candidate.record, createGit(process.env));
    expect(existsSync(candidate.directory)).toBe(false);
    expect(filesIn(join(at.directory, ".git"))).toEqual(before);
  });

  test("leaves none either when the work has damaged it", async () => {
    for (const damage of [
      (tree: string) => rmSync(join(tree, ".git")),
      (tree: string) => writeFileSync(join(tree, ".git"), "gitdir: /nowhere\n"),
      (tree: string) => rmSync(tree, { recursive: true }),
    ]) {
      const at = project({ "a.txt": "a\n" });
      const candidate = await candidateIn(at, at.directory);
      damage(candidate.tree);
      await removeCandidate(candidate.directory, candidate.record, createGit(process.env));
      expect(existsSync(candidate.directory)).toBe(false);
      expect(git(at.directory, "worktree", "list").trim().split("\n")).toHaveLength(1);
    }
  });
});
