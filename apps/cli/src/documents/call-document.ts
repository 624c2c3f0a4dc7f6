import type { GovernedOutcome, HostProblem } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import type { CallError } from "@perspt/mcp-client";
import { decisionDocument } from "./decision-document.js";
import { problemDocument } from "./server-document.js";

/** A call in the stable shape of `mcp call`. */
export function callDocument(call: GovernedOutcome): JsonObject {
  const { operation, outcome, decision, journal, durationMs } = call;
  return {
    operation,
    outcome: outcome.kind,
    mayHaveRun: outcome.mayHaveRun,
    decision: decision === null ? null : decisionDocument(decision),
    result: "result" in outcome ? outcome.result : null,
    error: "error" in outcome ? errorDocument(outcome.error) : null,
    journal: journal === null ? null : { ...journal },
    durationMs: roundDuration(durationMs),
  };
}

/** The same shape for a call whose server could not be used, so that there was nothing to decide. */
export function unreachedCallDocument(operation: string, problem: HostProblem): JsonObject {
  return {
    operation,
    outcome: "failed",
    mayHaveRun: false,
    decision: null,
    result: null,
    error: problemDocument(problem),
    journal: null,
    durationMs: 0,
  };
}

function errorDocument(error: CallError): JsonObject {
  const { serverError } = error;
  return {
    ...problemDocument(error),
    ...(serverError === null ? {} : { serverError: { ...serverError } }),
  };
}

/** Milliseconds with one decimal: more digits say nothing. */
export function roundDuration(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}
