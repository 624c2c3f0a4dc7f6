import type { JsonObject } from "@perspt/json";
import type { CommandResult } from "../process/run-command.js";

/** What came of the verifier's commands: they run in order, and stop at the first that fails. */
export type Verification =
  | { readonly kind: "passed"; readonly runs: readonly VerifierRun[] }
  | { readonly kind: "failed"; readonly runs: readonly VerifierRun[] }
  /** There is no command that could say anything. */
  | { readonly kind: "none" };

export interface VerifierRun {
  readonly command: readonly string[];
  readonly result: CommandResult;
}

export function hasPassed({ end }: CommandResult): boolean {
  return end.kind === "exited" && end.code === 0;
}

/** How a command ended, as the end of a sentence. */
export function endText({ end }: CommandResult): string {
  switch (end.kind) {
    case "exited":
      return end.code === 0 ? "passed" : `failed with exit code ${end.code}`;
    case "signalled":
      return `was ended by ${end.signal}`;
    case "timed_out":
      return "was ended because it took too long";
    case "cancelled":
      return "was ended because the run was stopped";
    case "not_started":
      return `could not be started: ${end.reason}`;
  }
}

/** The evidence as a model and a person read it. */
export function verificationText(verification: Verification): string {
  if (verification.kind === "none") return "No verifier is configured.";
  return verification.runs
    .map(({ command, result }) => {
      const output = result.output.trim();
      return `\`${command.join(" ")}\` ${endText(result)}.${output === "" ? "" : `\n${output}`}`;
    })
    .join("\n\n");
}

/** The evidence as it is recorded. */
export function verificationDocument(verification: Verification): JsonObject {
  if (verification.kind === "none") return { status: "none", commands: [] };
  return {
    status: verification.kind,
    commands: verification.runs.map(runDocument),
  };
}

/** One command and how it ended, without what it said. */
export function runDocument({ command, result }: VerifierRun): JsonObject {
  return {
    command: [...command],
    end: result.end.kind,
    exitCode: result.end.kind === "exited" ? result.end.code : null,
    durationMs: Math.round(result.durationMs),
    droppedBytes: result.droppedBytes,
  };
}
