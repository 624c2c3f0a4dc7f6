import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { replaySession } from "@perspt/session";
import { describe, expect, test } from "vitest";
import { filesIn, git, type Project, project, recorded } from "../agent-runs.js";

const PROGRAM = fileURLToPath(new URL("./agent-program.mjs", import.meta.url));

/** Whether every record is tried (`npm run proof:journal`), or one of three. */
const IS_WHOLE = process.env["PERSPT_PROOF"] === "whole";

const START = {
  "a.txt": "alpha\n",
  "b.txt": "b\n",
  "c.txt": "c\n",
  "count.mjs":
    'import { appendFileSync } from "node:fs";\nappendFileSync(process.argv[2], "ran\\n");\n',
  "check.mjs":
    'import { existsSync, readFileSync } from "node:fs";\nprocess.exit(readFileSync("a.txt", "utf8") === "beta\\n" && !existsSync("c.txt") ? 0 : 1);\n',
};
const { "b.txt": moved, "c.txt": _, ...STAYING } = START;
const END = { ...STAYING, "a.txt": "beta\n", "moved/b.txt": moved, "new.txt": "one\n" };

interface Point {
  readonly record: number;
  readonly stage: "before" | "durable";
}

interface Scene extends Project {
  readonly counted: string;
}

function scene(): Scene {
  const made = project(START);
  return { ...made, counted: join(made.home, "counted") };
}

function task({ counted }: Scene): string {
  const run = JSON.stringify({ argv: [process.execPath, "count.mjs", counted] });
  return [
    'call write {"path":"new.txt","content":"one\\n"}',
    'call patch {"path":"a.txt","old":"alpha","new":"beta"}',
    'call move {"from":"b.txt","to":"moved/b.txt"}',
    'call delete {"path":"c.txt"}',
    `call run ${run}`,
  ].join("\n");
}

/** Runs the program to its end, or to its death: then there is no answer. */
function play(at: Scene, isResumed: boolean, point: Point | null): unknown {
  const { home, directory } = at;
  const verify = [[process.execPath, "check.mjs"]];
  const commands = [[process.execPath, "count.mjs"]];
  const wish = { home, directory, task: task(at), verify, commands, isResumed, point };
  const { stdout, stderr, signal } = spawnSync(process.execPath, [PROGRAM, JSON.stringify(wish)], {
    encoding: "utf8",
  });
  if (signal === "SIGKILL") return null;
  if (stdout === "") throw new Error(`the program said nothing: ${stderr}`);
  return JSON.parse(stdout);
}

const effects = ({ counted }: Scene): number =>
  existsSync(counted) ? readFileSync(counted, "utf8").split("\n").length - 1 : 0;

/** How many records a run writes that nobody kills. */
const RECORDS = 22;

test("a run that nobody kills changes the tree once, and writes so many records", () => {
  const at = scene();
  expect(play(at, false, null)).toMatchObject({ end: { kind: "accepted" }, doubts: [] });
  expect(filesIn(at.directory)).toEqual(END);
  expect(effects(at)).toBe(1);
  expect(recorded(at).records).toHaveLength(RECORDS);
});

/** Before these are durable there is no session that could be resumed. */
const BEGINNING = 2;

describe("a run that is killed at one record, and resumed", () => {
  const points = Array.from({ length: RECORDS - BEGINNING }, (_, index) => index + BEGINNING + 1)
    .filter((record) => IS_WHOLE || record % 3 === 0)
    .flatMap((record): readonly Point[] => [
      { record, stage: "before" },
      { record, stage: "durable" },
    ]);

  test.each(points)("at $record $stage: the same tree, and no effect twice", (point) => {
    const at = scene();
    expect(play(at, false, point)).toBeNull();
    const resumed = play(at, true, null);
    expect(resumed).toMatchObject({ end: { kind: "accepted" } });
    expect(filesIn(at.directory)).toEqual(END);
    // A command that was in doubt is never started again, whether it had run or not.
    const wasInDoubt = JSON.stringify(resumed).includes("local.run");
    expect(effects(at)).toBeLessThanOrEqual(1);
    if (!wasInDoubt) expect(effects(at)).toBe(1);
    const reading = recorded(at);
    expect(reading.verdict.kind).toBe("ok");
    expect(reading.state.doubts.size).toBe(0);
    expect(replaySession(reading).kind).toBe("same");
    expect(git(at.directory, "worktree", "list", "--porcelain").match(/^worktree /gm)).toHaveLength(
      1,
    );
  });
});
