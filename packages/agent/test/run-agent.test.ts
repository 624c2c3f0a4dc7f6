import { createModelRoute, type ModelRoute } from "@perspt/models";
import { expect, test } from "vitest";
import { filesIn, project, resumeIn, runIn } from "./agent-runs.js";

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
