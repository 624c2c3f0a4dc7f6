import { join } from "node:path";
import type { Candidate } from "../workspace/candidate.js";
import { type ChangeDiff, diffOf } from "../workspace/change-diff.js";
import { changesBetween } from "../workspace/file-change.js";
import { readStates } from "../workspace/read-states.js";
import { writeWhole } from "../workspace/write-whole.js";

/** Keeps the candidate's change as a diff beside it; resolves with the file. */
export async function keepChange({ directory }: Candidate, { text }: ChangeDiff): Promise<string> {
  const file = join(directory, "change.diff");
  await writeWhole(file, text);
  return file;
}

/** Keeps what became of these files in the person's tree since the candidate was made; resolves with the file. */
export async function keepTheirChanges(
  { directory, began, base, record }: Candidate,
  paths: readonly string[],
): Promise<string> {
  const now = await readStates(record.workspace, paths, new AbortController().signal);
  const then = new Map([...began].filter(([path]) => paths.includes(path)));
  const { text } = await diffOf(changesBetween(then, now), base, record.workspace);
  const file = join(directory, "theirs.diff");
  await writeWhole(file, text);
  return file;
}
