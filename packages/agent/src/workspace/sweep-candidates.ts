import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Git } from "../git/run-git.js";
import { systemCode } from "../system-code.js";
import {
  type CandidateMaker,
  type CandidateRecord,
  readCandidateRecord,
} from "./candidate-record.js";
import { removeCandidate } from "./remove-candidate.js";

/**
 * Removes what killed runs left in a directory of candidates and nobody can resume: those that were never worked in, and those whose removal
 * was cut short. What a living process is making stays. Never rejects.
 */
export async function sweepCandidates(candidates: string, git: Git): Promise<void> {
  const names = await readdir(candidates).catch(() => []);
  for (const name of names) {
    const directory = join(candidates, name);
    const left = await leftOver(directory);
    if (left !== null) await removeCandidate(directory, left, git);
  }
}

async function leftOver(directory: string): Promise<CandidateRecord | null> {
  const leaving = await readCandidateRecord(directory, "leaving");
  if (leaving !== null) return leaving;
  const unbegun = await readCandidateRecord(directory, "making");
  return unbegun === null || mayLive(unbegun.maker) ? null : unbegun;
}

/** Another machine's processes cannot be seen from here: they are left alone. */
function mayLive(maker: CandidateMaker): boolean {
  if (maker.hostname !== hostname()) return true;
  try {
    process.kill(maker.pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}
