import { existsSync, readFileSync } from "node:fs";
import { replaySession } from "@perspt/session";
import { describe, expect, test } from "vitest";
import { filesIn, git, recorded } from "../agent-runs.js";
import { END, type Point, play, type Scene, scene } from "./scene.js";

/** Whether every record is tried (`npm run proof:journal`), or one of three. */
const IS_WHOLE = process.env["PERSPT_PROOF"] === "whole";

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
