import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git, project, temporaryDirectory } from "../../test/agent-runs.js";
import { rootOf } from "../../test/candidates.js";
import { createGit } from "../git/run-git.js";
import { findWorkspace } from "./workspace-root.js";

test("a directory of a repository belongs to its top, wherever a link to it stands", async () => {
  const { directory, home } = project({ "a/b/c.txt": "c" });
  const commit = git(directory, "rev-parse", "HEAD").trim();
  symlinkSync(join(directory, "a/b"), join(home, "link"));
  for (const from of [join(directory, "a/b"), join(home, "link")]) {
    expect(await rootOf(from)).toEqual({
      tree: directory,
      folder: "a/b",
      commit,
      isRepository: true,
    });
  }
  expect((await rootOf(directory)).folder).toBe("");
});

test("a directory outside of any repository is a tree of its own", async () => {
  const { directory } = project({ "a/b.txt": "b" }, "folder");
  expect(await rootOf(join(directory, "a"))).toEqual({
    tree: join(directory, "a"),
    folder: "",
    commit: null,
    isRepository: false,
  });
});

test("a repository without a commit still says what is ignored", async () => {
  const { directory } = project({ "a/b.txt": "b" }, "folder");
  git(directory, "init", "--quiet");
  expect(await rootOf(join(directory, "a"))).toEqual({
    tree: directory,
    folder: "a",
    commit: null,
    isRepository: true,
  });
});

test("a repository whose configuration names another tree does not lead there", async () => {
  const { directory, home } = project({ "a.txt": "a" });
  writeFileSync(join(home, "secret.txt"), "s");
  for (const elsewhere of [home, "/", "../.."]) {
    git(directory, "config", "core.worktree", elsewhere);
    const root = { tree: directory, folder: "", commit: null, isRepository: false };
    expect(await rootOf(directory)).toEqual(root);
  }
});

test("a file, and a directory that is not there, is no workspace", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "file"), "");
  mkdirSync(join(directory, "here"));
  for (const name of ["file", "file/below", "missing"]) {
    const { signal } = new AbortController();
    const finding = await findWorkspace(join(directory, name), createGit(process.env), signal);
    expect(finding).toMatchObject({ kind: "none", problem: { code: "no_workspace" } });
  }
});
