import {
  type ConfigProblem,
  type ConfigProblemCode,
  FILE_LIMIT,
  formatProblems,
  type PersptConfig,
  parseConfig,
} from "@perspt/config";
import { type Digest, digestBytes, type JsonObject } from "@perspt/json";
import type { FileReading, Files } from "../machine/files.js";
import { type Block, code, prose } from "../output/blocks.js";
import type { CliCode } from "../output/cli-code.js";
import { type CommandResult, failed } from "../output/command-result.js";
import { EXIT_CODES } from "../output/exit-codes.js";
import { shellWord } from "../output/shell-word.js";

export type ConfigLoading =
  | {
      readonly kind: "loaded";
      readonly config: PersptConfig;
      readonly warnings: readonly ConfigProblem[];
      /** The file's bytes. */
      readonly content: Uint8Array;
      /** Of the file's bytes. */
      readonly digest: Digest;
    }
  /** What the command prints instead of its own result. */
  | { readonly kind: "failed"; readonly result: CommandResult };

/** Reads the one configuration file. Everything that is wrong with it is in the result, not only the first thing (report 16). */
export async function loadConfig(files: Files, path: string): Promise<ConfigLoading> {
  const reading = await files.read(path, FILE_LIMIT);
  if (reading.kind !== "read") return { kind: "failed", result: unusableConfig(path, reading) };
  const parsed = parseConfig(reading.content, path);
  return parsed.kind === "invalid"
    ? { kind: "failed", result: invalidConfig(path, parsed.problems) }
    : {
        ...parsed,
        kind: "loaded",
        content: reading.content,
        digest: digestBytes(reading.content),
      };
}

/** The report of a file that could not be read. */
export function unusableConfig(
  path: string,
  reading: Exclude<FileReading, { readonly kind: "read" }>,
): CommandResult {
  switch (reading.kind) {
    case "missing":
      return unusable(
        "config_not_found",
        `There is no configuration file at ${path}.`,
        `\`perspt config init --config ${shellWord(path)}\` writes a first one there; --config FILE names another.`,
      );
    case "unreadable":
      return unusable(
        "config_unreadable",
        `The configuration file ${path} cannot be read: ${reading.reason}.`,
        "Check the file, or name another with --config FILE.",
      );
    case "too_large":
      return unusable(
        "file_too_large",
        `The configuration file ${path} is larger than ${FILE_LIMIT} bytes.`,
        "Name another file with --config.",
      );
  }
}

/** The whole report of a file that does not load. */
export function invalidConfig(path: string, problems: readonly ConfigProblem[]): CommandResult {
  const [first] = problems;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return failed(
    EXIT_CODES.configuration,
    {
      code: first?.code ?? "invalid_config",
      message: `The configuration file ${path} has ${count}${first === undefined ? "" : `; the first is at line ${first.line}, column ${first.column}`}.`,
      hint: first?.fix ?? null,
    },
    {
      document: { file: path, problems: problems.map(problemMembers) },
      notes: [code(formatProblems(problems), 0)],
    },
  );
}

export function problemMembers(problem: ConfigProblem): JsonObject {
  const { file, line, column, table, key, code, expected, received, fix } = problem;
  return { file, line, column, table, key, code, expected, received, fix };
}

/** What loads and is probably not meant, as notes. */
export function warningNotes(warnings: readonly ConfigProblem[]): readonly Block[] {
  return warnings.length === 0
    ? []
    : [
        prose(`warning: ${formatProblems(warnings).replaceAll("\n", "\nwarning: ")}`, {
          tone: "warning",
        }),
      ];
}

function unusable(
  failureCode: CliCode | ConfigProblemCode,
  message: string,
  hint: string,
): CommandResult {
  return failed(EXIT_CODES.configuration, { code: failureCode, message, hint });
}
