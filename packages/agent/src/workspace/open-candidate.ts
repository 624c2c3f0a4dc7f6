import { constants } from "node:fs";
import { copyFile, lstat, mkdir, readlink, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Git } from "../git/run-git.js";
import type { Candidate } from "./candidate.js";
import {
  beginCandidateRecord,
  type CandidateRecord,
  moveToStage,
  readCandidateRecord,
} from "./candidate-record.js";
import { copyFolder } from "./copy-folder.js";
import { inParallel } from "./in-parallel.js";
import { findDependencyFolders, listFiles } from "./list-files.js";
import { isAbsent, readStates } from "./read-states.js";
import { removeCandidate } from "./remove-candidate.js";
import type { WorkspaceProblem } from "./workspace-problem.js";

/** Most files of a tree that a candidate is made of. */
export const MAX_WORKSPACE_FILES = 100_000;

export type CandidateOpening =
  | { readonly kind: "opened"; readonly candidate: Candidate }
  | { readonly kind: "failed"; readonly problem: WorkspaceProblem };

/** Is told what is about to be copied: this many files of a folder, `.` for the tree's own. */
export type OnCopying = (folder: string, files: number) => void;

/** What git is asked for. */
export interface CandidateGit {
  readonly git: Git;
  /** Tells which files are the tree's own; null where there is no repository. */
  readonly lists: Git | null;
}

/**
 * Makes a candidate of the person's tree as it stands, uncommitted work included: a worktree of its repository, or a copy. The person's
 * tree is read alone. Nothing of the repository runs. When it resolves with `failed`, nothing of it is left; what a kill leaves says of
 * itself that it was never worked in.
 */
export async function makeCandidate(
  directory: string,
  record: CandidateRecord,
  { git, lists }: CandidateGit,
  signal: AbortSignal,
  onCopying: OnCopying = () => {},
): Promise<CandidateOpening> {
  try {
    const files = await listFiles(record.workspace, lists, signal);
    if (files.length > MAX_WORKSPACE_FILES) return tooLarge(record.workspace, files.length);
    await mkdir(join(directory, "base"), { recursive: true, mode: 0o700 });
    await beginCandidateRecord(directory, record);
    const tree = join(directory, "tree");
    if (record.commit === null) await mkdir(tree);
    else await addWorktree(git, record, tree, signal);
    onCopying(".", files.length);
    for (const copy of ["base", "tree"]) {
      await copyFiles(record.workspace, join(directory, copy), files, signal);
    }
    for (const folder of await findDependencyFolders(record.workspace, signal)) {
      const [from, to] = [join(record.workspace, folder), join(tree, folder)];
      await copyFolder(from, to, signal, (count) => onCopying(folder, count));
    }
    return { kind: "opened", candidate: await candidateOf(directory, record, git, signal) };
  } catch (error) {
    await removeCandidate(directory, record, git);
    return { kind: "failed", problem: unmade(record.workspace, directory, error) };
  }
}

/** Says that a candidate is about to be worked in: what was left of it would be work. Durable when it resolves. */
export async function keepCandidate({ directory }: Candidate): Promise<void> {
  await moveToStage(directory, "making", "kept");
}

/** Opens the candidate of a session. There is none until its candidate is whole, so that one that was not yet kept can be opened, too. */
export async function reopenCandidate(
  directory: string,
  git: Git,
  signal: AbortSignal,
): Promise<CandidateOpening> {
  const kept = await readCandidateRecord(directory);
  const record = kept ?? (await readCandidateRecord(directory, "making"));
  if (record === null) return { kind: "failed", problem: missing(directory) };
  try {
    if (kept === null) await moveToStage(directory, "making", "kept");
    return { kind: "opened", candidate: await candidateOf(directory, record, git, signal) };
  } catch (error) {
    return { kind: "failed", problem: unmade(record.workspace, directory, error) };
  }
}

async function candidateOf(
  directory: string,
  record: CandidateRecord,
  git: Git,
  signal: AbortSignal,
): Promise<Candidate> {
  const base = join(directory, "base");
  const files = await listFiles(base, null, signal);
  return {
    directory,
    tree: await realpath(join(directory, "tree")),
    base,
    record,
    began: await readStates(base, files, signal),
    git: record.commit === null ? null : git,
  };
}

/** An empty worktree with the commit's index: its files are copied, so that no filter of the repository runs. */
async function addWorktree(
  git: Git,
  { workspace, commit }: CandidateRecord,
  tree: string,
  signal: AbortSignal,
): Promise<void> {
  const made = await git(
    workspace,
    ["worktree", "add", "--quiet", "--detach", "--no-checkout", tree, commit ?? "HEAD"],
    signal,
  );
  if (made.kind === "failed") throw new Error(made.message);
  const read = await git(tree, ["read-tree", "HEAD"], signal);
  if (read.kind === "failed") throw new Error(read.message);
}

async function copyFiles(
  from: string,
  to: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const folder of new Set(files.map((path) => dirname(path)))) {
    await mkdir(join(to, folder), { recursive: true });
  }
  await inParallel(files, signal, async (path) => {
    const source = join(from, path);
    try {
      const status = await lstat(source);
      if (status.isSymbolicLink()) await symlink(await readlink(source), join(to, path));
      else if (status.isFile()) await copyFile(source, join(to, path), constants.COPYFILE_FICLONE);
    } catch (error) {
      // Tracked, and deleted in the person's tree.
      if (!isAbsent(error)) throw error;
    }
  });
}

function tooLarge(workspace: string, files: number): CandidateOpening {
  return {
    kind: "failed",
    problem: {
      code: "workspace_too_large",
      message: `${workspace} holds ${files} files; a candidate is made of at most ${MAX_WORKSPACE_FILES}.`,
      hint: "Run the agent in the folder of the project itself (-C DIR), or ignore what is made by tools.",
    },
  };
}

function unmade(workspace: string, directory: string, error: unknown): WorkspaceProblem {
  return {
    code: "candidate_unwritable",
    message: `No candidate of ${workspace} could be made in ${directory}: ${error instanceof Error ? error.message : String(error)}`,
    hint: "Check that both can be read, and that there is room on the disk.",
  };
}

function missing(directory: string): WorkspaceProblem {
  return {
    code: "candidate_missing",
    message: `There is no candidate in ${directory}.`,
    hint: "Its run is over, or never began, or somebody removed it. Start a new run of the task.",
  };
}
