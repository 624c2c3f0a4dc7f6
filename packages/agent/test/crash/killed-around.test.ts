import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, git } from "../agent-runs.js";
import { END, play, type Scene, START, scene } from "./scene.js";

/** An environment whose git kills the program that asks it for this, once it has done it. */
function deadlyGit({ home }: Scene, words: string): NodeJS.ProcessEnv {
  const directory = join(home, "bin");
  mkdirSync(directory);
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh\n"${real}" "$@"\ncode=$?\ncase "$*" in *"${words}"*) kill -9 $PPID;; esac\nexit $code\n`;
  writeFileSync(join(directory, "git"), script);
  chmodSync(join(directory, "git"), 0o755);
  return { ...process.env, PATH: `${directory}${delimiter}${process.env["PATH"]}` };
}

const candidates = ({ home }: Scene) => readdirSync(join(home, "candidates"));
const worktrees = ({ directory }: Scene) =>
  git(directory, "worktree", "list").trim().split("\n").length;

test("killed while its candidate is made: the next run removes what is left", () => {
  const at = scene();
  expect(play(at, false, null, deadlyGit(at, "worktree add"))).toBeNull();
  expect([candidates(at), worktrees(at)]).toEqual([["s-1"], 2]);
  expect(filesIn(at.directory)).toEqual(START);
  expect(play({ ...at, session: "s-2" }, false, null)).toMatchObject({ end: { kind: "accepted" } });
  expect(filesIn(at.directory)).toEqual(END);
  expect([candidates(at), worktrees(at)]).toEqual([[], 1]);
});

test("killed before its session is written down: the next run removes what is left", () => {
  const at = scene();
  expect(play(at, false, { record: 1, stage: "before" })).toBeNull();
  expect([candidates(at), worktrees(at)]).toEqual([["s-1"], 2]);
  expect(play({ ...at, session: "s-2" }, false, null)).toMatchObject({ end: { kind: "accepted" } });
  expect([candidates(at), worktrees(at)]).toEqual([[], 1]);
});

test("killed while the candidate of an answered run is removed: what is gone is no deletion, also when it is resumed", () => {
  const at: Scene = { ...scene(), task: "Say hello." };
  expect(play(at, false, null, deadlyGit(at, "worktree remove"))).toBeNull();
  expect(candidates(at)).toEqual(["s-1"]);
  expect(play(at, true, null)).toMatchObject({
    end: { kind: "no_candidate", problem: { code: "candidate_missing" } },
  });
  expect(filesIn(at.directory)).toEqual(START);
  expect(existsSync(join(at.directory, "a.txt"))).toBe(true);
});
