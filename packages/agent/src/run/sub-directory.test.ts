import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, git, project, runIn } from "../../test/agent-runs.js";

const CHECK = [
  [
    process.execPath,
    "-e",
    "process.exit(process.cwd().endsWith('packages/p') && require('fs').existsSync('b.txt') ? 0 : 1)",
  ],
];

test("a run in a folder of a repository works in all of it, verifies in that folder, and leaves no worktree", async () => {
  const at = project({ "a.txt": "a\n", "packages/p/b.txt": "b\n" });
  const folder = { ...at, directory: join(at.directory, "packages/p") };
  const run = await runIn(folder, {
    task: [
      'call read {"path":"packages/p/b.txt"}',
      'call write {"path":"a.txt","content":"2\\n"}',
      'call write {"path":"packages/p/c.txt","content":"c\\n"}',
    ].join("\n"),
    verify: CHECK,
  });
  expect(run.end.kind).toBe("accepted");
  expect(filesIn(at.directory)).toEqual({
    "a.txt": "2\n",
    "packages/p/b.txt": "b\n",
    "packages/p/c.txt": "c\n",
  });
  expect(git(at.directory, "worktree", "list").trim().split("\n")).toHaveLength(1);
  expect(git(at.directory, "status", "--porcelain")).toBe(" M a.txt\n?? packages/p/c.txt\n");
});

test.each(["folder", "no commit"])("a run in a %s ends accepted, too", async (kind) => {
  const at = project({ "a.txt": "a\n", ".gitignore": ".env\n", ".env": "KEY=1\n" }, "folder");
  if (kind === "no commit") git(at.directory, "init", "--quiet");
  const run = await runIn(at, {
    task: 'call write {"path":"a.txt","content":"2\\n"}',
    verify: [[process.execPath, "-e", ""]],
  });
  expect(run.end.kind).toBe("accepted");
  expect(filesIn(at.directory)).toEqual({
    "a.txt": "2\n",
    ".gitignore": ".env\n",
    ".env": "KEY=1\n",
  });
});
