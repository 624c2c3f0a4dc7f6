import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { git, type Project, project, temporaryDirectory } from "../../test/agent-runs.js";
import { createGit, type GitResult } from "./run-git.js";

const never = new AbortController().signal;

/** A program that leaves a file where it runs, and both of their paths. */
function canary() {
  const directory = temporaryDirectory();
  const [program, trace] = [join(directory, "canary"), join(directory, "ran")];
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${trace}\n`);
  chmodSync(program, 0o755);
  return { program, trace };
}

/** What a candidate asks of git. */
async function asked(at: Project, run = createGit(process.env)): Promise<readonly GitResult[]> {
  const tree = join(at.home, "tree");
  const results: GitResult[] = [];
  for (const [where, words] of [
    [at.directory, ["rev-parse", "--show-toplevel"]],
    [at.directory, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]],
    [at.directory, ["ls-files", "-z", "--stage"]],
    [at.directory, ["ls-files", "-z", "--others", "--exclude-standard"]],
    [at.directory, ["worktree", "add", "--quiet", "--detach", "--no-checkout", tree, "HEAD"]],
    [tree, ["read-tree", "HEAD"]],
    [tree, ["ls-files", "-z", "--others", "--exclude-standard"]],
    [at.directory, ["worktree", "remove", "--force", tree]],
  ] as const) {
    results.push(await run(where, words, never));
  }
  return results;
}

describe("nothing of a repository runs when git is asked about it (T04, T07)", () => {
  test("hooks, monitors, filters, pagers, editors, aliases and drivers", async () => {
    const at = project({ "a.txt": "a\n", ".gitattributes": "* filter=evil diff=evil\n" });
    const { program, trace } = canary();
    for (const hook of ["post-checkout", "post-index-change", "reference-transaction"]) {
      writeFileSync(join(at.directory, ".git/hooks", hook), `#!/bin/sh\n${program}\n`);
      chmodSync(join(at.directory, ".git/hooks", hook), 0o755);
    }
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "core.editor",
      "core.sshCommand",
      "diff.external",
      "diff.evil.textconv",
      "diff.evil.command",
      "filter.evil.clean",
      "filter.evil.smudge",
      "filter.evil.process",
    ]) {
      git(at.directory, "config", key, program);
    }
    git(at.directory, "config", "alias.ls-files", `!${program}`);
    const results = await asked(at);
    expect(results.map(({ kind }) => kind)).toEqual(results.map(() => "ok"));
    expect(existsSync(trace)).toBe(false);
  });

  test("the transport of a repository that lacks objects, which git would fetch", async () => {
    const at = project({ "a.txt": "a\n" });
    const { program, trace } = canary();
    for (const [key, value] of [
      ["core.repositoryformatversion", "1"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.promisor", "true"],
      ["core.sshCommand", program],
      ["protocol.allow", "always"],
    ] as const) {
      git(at.directory, "config", key, value);
    }
    const objects = join(at.directory, ".git/objects");
    const folders = readdirSync(objects).filter((name) => name.length === 2);
    for (const name of folders) rmSync(join(objects, name), { recursive: true });
    for (const url of ["ssh://example.org/x", `ext::${program} %S`]) {
      git(at.directory, "config", "remote.origin.url", url);
      const results = await asked(at);
      expect(results.map(({ kind }) => kind)).toContain("failed");
    }
    expect(existsSync(trace)).toBe(false);
  });

  test("a program of its own that is called git, where PATH means the working directory (T03)", async () => {
    const at = project({ "a.txt": "a\n" });
    const { program, trace } = canary();
    writeFileSync(join(at.directory, "git"), `#!/bin/sh\n${program}\n`);
    chmodSync(join(at.directory, "git"), 0o755);
    const PATH = ["", ".", process.env["PATH"]].join(delimiter);
    const results = await asked(at, createGit({ ...process.env, PATH }));
    expect(results.map(({ kind }) => kind)).toEqual(results.map(() => "ok"));
    expect(existsSync(trace)).toBe(false);
  });
});

test("variables of a caller's own git run do not lead to another repository", async () => {
  const [at, other] = [project({ "a.txt": "a\n" }), project({ "b.txt": "b\n" })];
  const run = createGit({
    ...process.env,
    GIT_DIR: join(other.directory, ".git"),
    GIT_WORK_TREE: other.directory,
    GIT_INDEX_FILE: join(other.directory, ".git/index"),
  });
  expect(await run(at.directory, ["ls-files"], never)).toEqual({ kind: "ok", output: "a.txt\n" });
});

test("what git says when it fails is told, and a signal ends it", async () => {
  const at = project({ "a.txt": "a\n" });
  const run = createGit(process.env);
  const failed = await run(at.directory, ["rev-parse", "no-such"], never);
  expect(failed.kind === "failed" && failed.message).toContain("no-such");
  const stopped = await run(at.directory, ["ls-files"], AbortSignal.abort());
  expect(stopped.kind).toBe("failed");
});
