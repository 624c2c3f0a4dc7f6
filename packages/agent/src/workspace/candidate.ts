import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, parseStrict } from "@perspt/json";
import type { Git } from "../git/run-git.js";
import type { CandidateRecord } from "./candidate-record.js";
import { changesBetween, type FileChange, withoutByproducts } from "./file-change.js";
import type { FileStates } from "./file-state.js";
import { listFiles, withinTree } from "./list-files.js";
import { readStates } from "./read-states.js";
import { writeWhole } from "./write-whole.js";

/** A copy of the person's tree that the agent works in. */
export interface Candidate {
  /** The candidate's own directory, absolute: the tree, what it began as, and its record. */
  readonly directory: string;
  /** The tree that tools work in, absolute, links resolved. */
  readonly tree: string;
  /** The tree's files as they were when it was made. */
  readonly base: string;
  readonly record: CandidateRecord;
  /** The states of the files of `base`. */
  readonly began: FileStates;
  /** Git where the tree is a worktree of the person's repository; null where it is a copy. */
  readonly git: Git | null;
}

/** The work so far, by path: what differs from the beginning, without what verifiers left behind. Rejects where the tree cannot be read. */
export async function changesOf(
  candidate: Candidate,
  signal: AbortSignal,
): Promise<readonly FileChange[]> {
  const byproducts = await readByproducts(candidate);
  return withoutByproducts(await everyChange(candidate, signal), byproducts);
}

/** Runs a verifier to its end; the files that only it made are no part of the work from then on. */
export async function withoutTraces<Result>(
  candidate: Candidate,
  run: () => Promise<Result>,
): Promise<Result> {
  const { signal } = new AbortController();
  const known = new Set((await everyChange(candidate, signal)).map(({ path }) => path));
  const result = await run();
  const made = (await everyChange(candidate, signal)).filter(
    ({ path, before }) => before === null && !known.has(path),
  );
  if (made.length > 0) {
    const all = new Set([...(await readByproducts(candidate)), ...made.map(({ path }) => path)]);
    await writeWhole(byproductsFile(candidate), JSON.stringify({ paths: [...all] }));
  }
  return result;
}

async function everyChange(
  { tree, git, began }: Candidate,
  signal: AbortSignal,
): Promise<readonly FileChange[]> {
  const listed = await listFiles(tree, git, signal);
  // A file that the work made git ignore is still there.
  const paths = await withinTree(tree, [...new Set([...listed, ...began.keys()])]);
  return changesBetween(began, await readStates(tree, paths, signal));
}

function byproductsFile({ directory }: Candidate): string {
  return join(directory, "byproducts.json");
}

async function readByproducts(candidate: Candidate): Promise<ReadonlySet<string>> {
  let text: string;
  try {
    text = await readFile(byproductsFile(candidate), "utf8");
  } catch {
    return new Set();
  }
  const reading = parseStrict(text);
  const paths =
    reading.kind === "parsed" && isJsonObject(reading.value) ? reading.value["paths"] : null;
  return new Set(Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : []);
}
