import { join } from "node:path";
import { createGit, type Git } from "../src/git/run-git.js";
import type { Candidate } from "../src/workspace/candidate.js";
import { thisProcess } from "../src/workspace/candidate-record.js";
import { makeCandidate } from "../src/workspace/open-candidate.js";
import { findWorkspace, type WorkspaceRoot } from "../src/workspace/workspace-root.js";
import { type Project, SESSION } from "./agent-runs.js";

const never = new AbortController().signal;

/** The tree that a directory belongs to, as a run finds it. */
export async function rootOf(
  directory: string,
  git: Git = createGit(process.env),
): Promise<WorkspaceRoot> {
  const finding = await findWorkspace(directory, git, never);
  if (finding.kind === "none") throw new Error(finding.problem.message);
  return finding.root;
}

/** A candidate of a project, as a run makes it. */
export async function candidateIn(
  { home }: Project,
  directory: string,
  git: Git = createGit(process.env),
): Promise<Candidate> {
  const { tree, folder, commit, isRepository } = await rootOf(directory, git);
  const opening = await makeCandidate(
    join(home, "candidates", SESSION),
    {
      version: 1,
      session: SESSION,
      workspace: tree,
      folder,
      commit,
      task: "",
      verify: [],
      maxTurns: 1,
      model: "rehearsal",
      maker: thisProcess(),
    },
    { git, lists: isRepository ? git : null },
    never,
  );
  if (opening.kind === "failed") throw new Error(opening.problem.message);
  return opening.candidate;
}
