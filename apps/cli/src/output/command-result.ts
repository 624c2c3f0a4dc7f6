import type { JsonObject } from "@perspt/json";
import type { Block } from "./blocks.js";
import { EXIT_CODES, type ExitCode } from "./exit-codes.js";

/** Why a command did not do what it was asked for. */
export interface Failure {
  /** Stable snake_case code: a `CliCode`, or that of the package which found the problem. */
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

/** Everything that a command has to say, as data. Which part is printed where depends on `--json`, `--quiet` and `--verbose`. */
export interface CommandResult {
  readonly exitCode: ExitCode;
  /** Standard output under `--json`: members of the one document, beside `schemaVersion`; null for a stream that was printed as it came. */
  readonly document: JsonObject | null;
  /** Standard output for people. */
  readonly report: readonly Block[];
  /** Standard error: one JSON line under `--json`, a sentence for people. */
  readonly failure: Failure | null;
  /** Standard error, for people, unless `--quiet`. */
  readonly notes: readonly Block[];
}

export function success(
  document: JsonObject,
  report: readonly Block[],
  notes: readonly Block[] = [],
): CommandResult {
  return { exitCode: EXIT_CODES.ok, document, report, failure: null, notes };
}

/** A command that got nowhere: its document is the error. */
export function failed(
  exitCode: ExitCode,
  failure: Failure,
  details: { readonly document?: JsonObject; readonly notes?: readonly Block[] } = {},
): CommandResult {
  return {
    exitCode,
    document: { error: { ...failure }, ...details.document },
    report: [],
    failure,
    notes: details.notes ?? [],
  };
}

/** The end of a stream: everything but what went wrong has been printed. */
export function streamed(exitCode: ExitCode, failure: Failure | null): CommandResult {
  return { exitCode, document: null, report: [], failure, notes: [] };
}
