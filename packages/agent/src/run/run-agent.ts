import { createGit } from "../git/run-git.js";
import type { CandidateOpening } from "../workspace/open-candidate.js";
import { removeCandidate } from "../workspace/remove-candidate.js";
import { sweepCandidates } from "../workspace/sweep-candidates.js";
import type { AgentEnd } from "./agent-end.js";
import type { AgentEvent } from "./agent-event.js";
import type { AgentOptions } from "./agent-options.js";
import { AgentRun } from "./agent-run.js";
import { prepareCandidate } from "./prepare-candidate.js";
import { telling } from "./telling.js";

/**
 * One task to its end: a candidate of the person's tree, the model's turns and governed calls in it, the verifier, bounded repairs, and the
 * gate. Nothing of the person's tree changes before the gate. Iterating never throws for what a model, a server or a repository can cause;
 * the last event is `ended`. Stopped or killed at any point, the session can be resumed from its journal and its candidate.
 */
export async function* runAgent(options: AgentOptions): AsyncGenerator<AgentEvent, void, void> {
  const git = createGit(options.environment);
  if (options.start.kind === "task") await sweepCandidates(options.candidates, git);
  const asked = AbortSignal.any([options.signal, options.stop]);
  const prepared = yield* telling<AgentEvent, CandidateOpening>((tell) =>
    prepareCandidate(options, git, asked, (folder, files) =>
      tell({ type: "copying", folder, files }),
    ),
  );
  if (prepared.kind === "failed") {
    const end: AgentEnd = asked.aborted
      ? unbegun(options)
      : { kind: "no_candidate", problem: prepared.problem };
    return yield { type: "ended", end };
  }
  const { candidate } = prepared;
  const run = new AgentRun(options, candidate);
  let end: AgentEnd = { kind: "stopped" };
  try {
    end = yield* run.toItsEnd();
  } catch (error) {
    // The signal ends what is looked at on the disk, too.
    if (!asked.aborted) throw error;
  } finally {
    await run.close();
    if (end.kind === "stopped" && !run.isKept) end = { kind: "not_begun" };
    if (isOver(end)) await removeCandidate(candidate.directory, candidate.record, git);
  }
  yield { type: "ended", end };
}

/** A run that was stopped before its candidate stood open: of a new one nothing is left. */
function unbegun({ start }: AgentOptions): AgentEnd {
  return { kind: start.kind === "task" ? "not_begun" : "stopped" };
}

/** Whether nothing of the candidate is needed any more. */
function isOver({ kind }: AgentEnd): boolean {
  return kind === "accepted" || kind === "answered" || kind === "not_begun";
}
