import { join } from "node:path";
import type { Git } from "../git/run-git.js";
import { thisProcess } from "../workspace/candidate-record.js";
import {
  type CandidateOpening,
  makeCandidate,
  type OnCopying,
  reopenCandidate,
} from "../workspace/open-candidate.js";
import { findWorkspace } from "../workspace/workspace-root.js";
import type { AgentOptions } from "./agent-options.js";

/** The candidate of a run: made of the person's tree, or the one that an earlier part of the session left. */
export async function prepareCandidate(
  { start, candidates, model }: AgentOptions,
  git: Git,
  signal: AbortSignal,
  onCopying: OnCopying,
): Promise<CandidateOpening> {
  const directory = join(candidates, start.session);
  if (start.kind === "resume") return await reopenCandidate(directory, git, signal);
  const finding = await findWorkspace(start.directory, git, signal);
  if (finding.kind === "none") return { kind: "failed", problem: finding.problem };
  const { tree, folder, commit, isRepository } = finding.root;
  const { session, task, verify, maxTurns } = start;
  return await makeCandidate(
    directory,
    {
      version: 1,
      session,
      workspace: tree,
      folder,
      commit,
      task,
      verify,
      maxTurns,
      model,
      maker: thisProcess(),
    },
    { git, lists: isRepository ? git : null },
    signal,
    onCopying,
  );
}
