import { join } from "node:path";
import type { LocalOperation } from "@perspt/host";
import type { RunCommand } from "../process/run-command.js";
import { textOutcome } from "../tools/text-outcome.js";
import { toolDefinition } from "../tools/tool-definition.js";
import { type Candidate, withoutTraces } from "../workspace/candidate.js";
import {
  hasPassed,
  type Verification,
  type VerifierRun,
  verificationDocument,
  verificationText,
} from "./verification.js";

export const VERIFY_OPERATION = "local.verify";

/** The longest that one command of the verifier may take, in milliseconds. */
export const VERIFIER_TIMEOUT_MS = 10 * 60_000;

/** Most bytes that are kept of one command's output: its beginning and its end. */
const MAX_OUTPUT_BYTES = 32 * 1024;

export interface VerifierOptions {
  readonly candidate: Candidate;
  readonly runCommand: RunCommand;
  /** What its commands are started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Told of each verification as it ends. */
  readonly observe: (verification: Verification) => void;
}

/** Runs the person's own commands in the candidate. The model may ask for it; the words are the person's alone. */
export function verifyOperation(options: VerifierOptions): LocalOperation {
  const { verify } = options.candidate.record;
  const description = `Runs the project's verifier in your workspace and tells what it found: ${verify
    .map((words) => words.join(" "))
    .join("; then ")}.`;
  return {
    definition: toolDefinition({
      operation: VERIFY_OPERATION,
      description,
      properties: {},
      required: [],
    }),
    policy: {
      effect: "run_verifier",
      risk: "low",
      footprint: { selectors: [{ kind: "opaque_workspace" }] },
      bindings: [],
    },
    async execute(_, { signal }) {
      const verification = await withoutTraces(options.candidate, () =>
        verifyCandidate(options, signal),
      );
      options.observe(verification);
      return textOutcome(
        verification.kind === "failed" ? "tool_error" : "completed",
        verificationText(verification),
        verificationDocument(verification),
      );
    },
  };
}

async function verifyCandidate(
  { candidate, runCommand, environment }: VerifierOptions,
  signal: AbortSignal,
): Promise<Verification> {
  const { verify, folder } = candidate.record;
  const runs: VerifierRun[] = [];
  for (const command of verify) {
    const result = await runCommand(command, {
      cwd: join(candidate.tree, folder),
      environment,
      timeoutMs: VERIFIER_TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      signal,
    });
    runs.push({ command, result });
    if (!hasPassed(result)) return { kind: "failed", runs };
  }
  return runs.length === 0 ? { kind: "none" } : { kind: "passed", runs };
}
