import { spawnSync } from "node:child_process";
import { replaySession } from "@perspt/session";
import { describe, expect, test } from "vitest";
import { project, recorded, runIn, writeFiles } from "./agent-runs.js";
import { scriptedRoute } from "./scripted-route.js";
import type { CodingTask } from "./tasks/coding-task.js";
import { JAVASCRIPT_TASKS } from "./tasks/javascript-tasks.js";
import { DELETING_TASK, PYTHON_TASK, TYPESCRIPT_TASK } from "./tasks/other-tasks.js";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Carries the task out, and then runs the test that the model never saw in the person's own tree. */
async function carryOut(coding: CodingTask, kind: "repository" | "folder"): Promise<void> {
  const at = project(coding.files, kind);
  const { task, verify, turns, hidden, check } = coding;
  const run = await runIn(at, { task, verify, route: scriptedRoute(turns) });
  expect(run.end).toMatchObject({ kind: "accepted" });
  writeFiles(at.directory, hidden);
  const [program = "", ...words] = check;
  const checked = spawnSync(program, words, { cwd: at.directory, encoding: "utf8" });
  expect({ status: checked.status, output: checked.status === 0 ? "" : checked.stdout }).toEqual({
    status: 0,
    output: "",
  });
  expect(replaySession(recorded(at)).kind).toBe("same");
}

describe("a task ends accepted, its hidden test is green, and its session replays", () => {
  test.each(
    [...JAVASCRIPT_TASKS, TYPESCRIPT_TASK, DELETING_TASK].map((each) => [each.name, each] as const),
  )("%s", (_, coding) => carryOut(coding, "repository"));

  test.runIf(hasPython)(PYTHON_TASK.name, () => carryOut(PYTHON_TASK, "repository"));

  test("in a folder that is no repository", () => carryOut({ ...DELETING_TASK }, "folder"));
});
