import { join } from "node:path";
import type { LocalOperation } from "@perspt/host";
import { toolSearchOperation } from "../discovery/search-operation.js";
import type { ToolIndex } from "../discovery/tool-index.js";
import { acceptOperation } from "../gate/accept-operation.js";
import type { Plan } from "../plan/plan.js";
import { planOperation } from "../plan/plan-operation.js";
import { commandEnvironment } from "../process/command-environment.js";
import { runCommand } from "../process/run-command.js";
import { createCodingTools } from "../tools/coding-tools.js";
import { DirectoryNotes } from "../tools/directory-notes.js";
import type { Verification } from "../verifier/verification.js";
import { verifyOperation } from "../verifier/verify-operation.js";
import type { Candidate } from "../workspace/candidate.js";
import type { TreeDisk } from "../workspace/tree-disk.js";

export interface AgentToolsOptions {
  readonly candidate: Candidate;
  readonly index: ToolIndex;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The disk of the person's tree. */
  readonly disk: TreeDisk;
  readonly onPlan: (plan: Plan) => void;
  readonly onVerified: (verification: Verification) => void;
}

/** Everything that runs in this process for a session: what the model is offered, and the gate that it is not. */
export function agentTools(options: AgentToolsOptions): readonly LocalOperation[] {
  const { candidate, index, environment } = options;
  const verifier =
    candidate.record.verify.length === 0
      ? []
      : [
          verifyOperation({
            candidate,
            runCommand,
            environment: commandEnvironment(environment),
            observe: options.onVerified,
          }),
        ];
  return [
    planOperation(options.onPlan),
    ...createCodingTools({
      root: candidate.tree,
      runCommand,
      environment,
      isRepository: candidate.git !== null,
      notes: notesOf(candidate),
    }),
    ...verifier,
    toolSearchOperation(index),
    acceptOperation(candidate, options.disk),
  ];
}

/** What each call of a session was about to change, kept with its candidate. */
export function notesOf({ directory }: Candidate): DirectoryNotes {
  return new DirectoryNotes(join(directory, "notes"));
}
