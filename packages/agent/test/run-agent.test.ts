import { existsSync } from "node:fs";
import { join } from "node:path";
import { createModelRoute, type ModelRoute } from "@perspt/models";
import { expect, test } from "vitest";
import { filesIn, git, project, resumeIn, runIn, SESSION, writeFiles } from "./agent-runs.js";

const NODE = process.execPath;
const CHECK = [[NODE, "--test"]];
const BROKEN = {
  "sum.mjs": "export const sum = (a, b) => a - b;\n",
  "sum.test.mjs":
    'import { test } from "node:test";\nimport { equal } from "node:assert";\nimport { sum } from "./sum.mjs";\ntest("sums", () => equal(sum(1, 2), 3));\n',
};
const FIX = 'call patch {"path":"sum.mjs","old":"a - b","new":"a + b"}';

test("a bug is mended in the candidate, verified there, and applied as a whole", async () => {
  const at = project(BROKEN);
  const run = await runIn(at, { task: FIX, verify: CHECK });
  expect(run.end).toMatchObject({ kind: "accepted" });
  expect(filesIn(at.directory)).toEqual({
    ...BROKEN,
    "sum.mjs": "export const sum = (a, b) => a + b;\n",
  });
});

test("a stop leaves a session that goes on where it was", async () => {
  const at = project(BROKEN);
  const stop = new AbortController();
  const stopping: ModelRoute = {
    name: "stopping",
    contextTokens: null,
    async *stream(request, signal) {
      stop.abort();
      yield* createModelRoute({ provider: "rehearsal" }).stream(request, signal);
    },
  };
  const stopped = await runIn(at, { task: FIX, verify: CHECK, route: stopping, stop: stop.signal });
  expect(stopped.end).toEqual({ kind: "stopped" });
  expect(filesIn(at.directory)).toEqual(BROKEN);
  const resumed = await resumeIn(at, {});
  expect(resumed.end).toMatchObject({ kind: "accepted" });
  expect(filesIn(at.directory)["sum.mjs"]).toBe("export const sum = (a, b) => a + b;\n");
});

test.each(["stop", "signal"] as const)(
  "a %s while its candidate is made leaves nothing of the run",
  async (which) => {
    const at = project(BROKEN);
    const run = await runIn(at, { task: FIX, [which]: AbortSignal.abort() });
    expect(run.end).toEqual({ kind: "not_begun" });
    expect(existsSync(join(at.home, "candidates", SESSION))).toBe(false);
    expect(git(at.directory, "worktree", "list").trim().split("\n")).toHaveLength(1);
  },
);

test("what is copied into the candidate is told, with how many files it is", async () => {
  const at = project({ ...BROKEN, ".gitignore": "node_modules\n" });
  writeFiles(at.directory, { "node_modules/a/i.js": "", "node_modules/b/i.js": "" });
  const { events } = await runIn(at, { task: "Say hello." });
  expect(events.slice(0, 3)).toMatchObject([
    { type: "copying", folder: ".", files: 3 },
    { type: "copying", folder: "node_modules", files: 2 },
    { type: "started" },
  ]);
});
