import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "../git/run-git.js";
import { type CandidateRecord, moveToStage } from "./candidate-record.js";

/**
 * Forgets a candidate and everything in it, at whatever stage it is. The person's tree stays as it is. Killed on the way, it leaves
 * something that is no candidate any more, for `sweepCandidates`. Never rejects.
 */
export async function removeCandidate(
  directory: string,
  { workspace, commit }: CandidateRecord,
  git: Git,
): Promise<void> {
  // First of all: files that are gone must never be taken for the model's deletions.
  for (const stage of ["kept", "making"] as const) {
    await moveToStage(directory, stage, "leaving").catch(() => {});
  }
  await remove(join(directory, "tree"));
  if (commit !== null) {
    // Only this one: the person may have worktrees on a disk that is not there now.
    const words = ["worktree", "remove", "--force", "--force", join(directory, "tree")];
    await git(workspace, words, AbortSignal.timeout(60_000));
  }
  await remove(directory);
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {});
}
