import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ToolBench, toolBench } from "../../test/tool-bench.js";

function git({ root }: ToolBench, ...words: readonly string[]): void {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  execFileSync("git", [...identity, ...words], { cwd: root, stdio: "ignore" });
}

function repository(files: Readonly<Record<string, string>> = { "a.txt": "one\n" }): ToolBench {
  const bench = toolBench(files, { isRepository: true });
  git(bench, "init", "--quiet", "--initial-branch=main");
  git(bench, "add", "--all");
  git(bench, "commit", "--quiet", "--message", "first");
  return bench;
}

test("git tells what differs, how, and what was before", async () => {
  const bench = repository({ "a.txt": "one\n", "dir/ü.txt": "x\n" });
  expect((await bench.call("git_status", { path: "." })).text).toBe(
    "Nothing differs from the last commit.",
  );
  writeFileSync(join(bench.root, "a.txt"), "two\n");
  writeFileSync(join(bench.root, "dir/ü.txt"), "y\n");
  writeFileSync(join(bench.root, "new.txt"), "n\n");
  const call = async (name: string, value: Readonly<Record<string, string | number>>) =>
    (await bench.call(name, value)).text;
  expect(await call("git_status", { path: "." })).toBe(" M a.txt\n M dir/ü.txt\n?? new.txt");
  expect(await call("git_status", { path: "dir" })).toBe(" M dir/ü.txt");
  expect(await call("git_diff", { path: "a.txt" })).toMatch(
    /^diff --git a\/a\.txt b\/a\.txt\n.*\n--- a\/a\.txt\n\+\+\+ b\/a\.txt\n@@ -1 \+1 @@\n-one\n\+two\n$/,
  );
  git(bench, "commit", "--quiet", "--all", "--message", "second");
  expect(await call("git_log", { path: "a.txt" })).toMatch(
    /^[0-9a-f]{7,} \d{4}-\d\d-\d\d Test: second\n[0-9a-f]{7,} \d{4}-\d\d-\d\d Test: first$/,
  );
  expect(await call("git_log", { path: ".", count: 1 })).toMatch(/: second$/);
  expect(await call("git_log", { path: ".", from: "HEAD~1" })).toMatch(/: first$/);
  expect(await call("git_diff", { path: "a.txt", from: "HEAD~1", to: "HEAD" })).toContain("+two");
  expect(await call("git_diff", { path: "a.txt" })).toBe("Nothing differs.");
});

test("a diff of git can be given to patch", async () => {
  const bench = repository();
  git(bench, "config", "diff.noprefix", "true");
  git(bench, "config", "color.ui", "always");
  writeFileSync(join(bench.root, "a.txt"), "two\n");
  const { text: diff } = await bench.call("git_diff", { path: "a.txt" });
  writeFileSync(join(bench.root, "a.txt"), "one\n");
  expect((await bench.call("patch", { path: "a.txt", diff })).kind).toBe("completed");
  expect(bench.read("a.txt")).toBe("two\n");
});

test("there are no git tools where there is no repository", () => {
  expect(toolBench().tools.map(({ definition }) => definition.operation)).toEqual([
    "local.list",
    "local.read",
    "local.search",
    "local.write",
    "local.patch",
    "local.move",
    "local.delete",
    "local.run",
  ]);
});

describe("nothing that a repository's configuration names is started", () => {
  /** A program that leaves a trace, and passes its input on as a filter does. */
  function trap(bench: ToolBench): { readonly program: string; readonly wasRun: () => boolean } {
    const [program, trace] = [join(bench.outside, "trap"), join(bench.outside, "trace")];
    writeFileSync(program, `#!/bin/sh\necho run >> '${trace}'\ncat\n`);
    chmodSync(program, 0o755);
    return { program, wasRun: () => existsSync(trace) };
  }

  const SETTINGS: readonly (readonly [string, readonly string[]])[] = [
    ["a hook", []],
    ["a file system monitor", ["core.fsmonitor"]],
    ["a pager", ["core.pager", "pager.diff", "pager.log", "pager.status"]],
    ["a diff program", ["diff.external", "diff.t.command"]],
    ["a text conversion", ["diff.t.textconv"]],
    ["a filter", ["filter.f.clean", "filter.f.smudge"]],
    ["a long-running filter", ["filter.f.process"]],
    ["a filter of a strange name", ["filter.f=x.y.clean"]],
    ["a signature program", ["gpg.program", "gpg.ssh.program"]],
    ["an editor", ["core.editor", "sequence.editor"]],
    ["an alias", ["alias.status", "alias.diff", "alias.log"]],
    ["an ssh program", ["core.sshCommand"]],
  ];

  test.each(SETTINGS)("%s", async (_, names) => {
    const bench = repository({
      "a.txt": "one\n",
      ".gitattributes": "*.txt diff=t filter=f\n*.md filter=f=x.y\n",
      "b.md": "b\n",
    });
    const { program, wasRun } = trap(bench);
    for (const hook of ["post-index-change", "post-checkout", "pre-commit"]) {
      mkdirSync(join(bench.root, ".git/hooks"), { recursive: true });
      writeFileSync(join(bench.root, ".git/hooks", hook), `#!/bin/sh\n${program} </dev/null\n`);
      chmodSync(join(bench.root, ".git/hooks", hook), 0o755);
    }
    for (const name of names) git(bench, "config", name, program);
    git(bench, "config", "log.showSignature", "true");
    git(bench, "config", "filter.f.required", "true");
    writeFileSync(join(bench.root, "a.txt"), "two\n");
    writeFileSync(join(bench.root, "b.md"), "c\n");
    for (const tool of ["git_status", "git_diff", "git_log"]) {
      const { kind, text } = await bench.call(tool, { path: "." });
      expect([tool, kind, text]).toEqual([tool, "completed", expect.stringMatching(/./)]);
    }
    expect(wasRun()).toBe(false);
  });

  test("the trap would have been sprung by git itself", () => {
    const bench = repository({ "a.txt": "one\n", ".gitattributes": "*.txt filter=f\n" });
    const { program, wasRun } = trap(bench);
    git(bench, "config", "filter.f.clean", program);
    writeFileSync(join(bench.root, "a.txt"), "two\n");
    git(bench, "status");
    expect(wasRun()).toBe(true);
  });
});

describe("git stays in the tree", () => {
  test("a configured working tree elsewhere is not looked at", async () => {
    const bench = repository();
    writeFileSync(join(bench.outside, "a.txt"), "canary-outside\n");
    git(bench, "config", "core.worktree", bench.outside);
    const { text } = await bench.call("git_diff", { path: "." });
    expect(text).toBe("Nothing differs.");
  });

  test("a tree that has lost its .git is not a part of a repository around it", async () => {
    const bench = repository();
    execFileSync("git", ["init", "--quiet", join(bench.root, "..")]);
    rmSync(join(bench.root, ".git"), { recursive: true });
    const { kind, text } = await bench.call("git_status", { path: "." });
    expect([kind, text]).toEqual(["tool_error", expect.stringContaining("not a git repository")]);
  });

  test.each(["--output=x", "-O", "HEAD..main", "HEAD:a.txt", ":(top)", "", "a b", "x\0y"])(
    "%o is no revision",
    async (revision) => {
      const bench = repository();
      for (const [tool, name] of [
        ["git_diff", "from"],
        ["git_diff", "to"],
        ["git_log", "from"],
      ] as const) {
        const { kind, text } = await bench.call(tool, { path: ".", [name]: revision });
        expect([kind, text]).toEqual(["tool_error", expect.stringContaining("no plain revision")]);
      }
      expect(bench.names().filter((name) => !name.startsWith(".git"))).toEqual(["a.txt"]);
    },
  );

  test("a path is a path, and no pattern", async () => {
    const bench = repository({ "a.txt": "one\n", "*.txt": "star\n" });
    writeFileSync(join(bench.root, "a.txt"), "two\n");
    writeFileSync(join(bench.root, "*.txt"), "changed\n");
    expect((await bench.call("git_status", { path: "*.txt" })).text).toBe(" M *.txt");
    expect((await bench.call("git_status", { path: ":(exclude)a.txt" })).kind).toBe("completed");
  });
});

test("a long answer keeps its beginning and its end", async () => {
  const bench = repository({ "a.txt": "" });
  writeFileSync(join(bench.root, "a.txt"), "0123456789\n".repeat(10_000));
  const { text } = await bench.call("git_diff", { path: "." });
  expect(text.length).toBeLessThan(33_000);
  expect(text).toMatch(/\n\[… \d+ bytes left out …\]\n/);
});
