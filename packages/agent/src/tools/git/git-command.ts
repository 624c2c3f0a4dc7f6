import { dirname } from "node:path";
import {
  GIT_VARIABLES,
  type GitSetting,
  NOTHING_OF_THE_REPOSITORY_RUNS,
  settingVariables,
} from "../../git/git-safety.js";
import { commandEnvironment } from "../../process/command-environment.js";
import type { RunCommand } from "../../process/run-command.js";
import { ToolProblem } from "../tool-problem.js";

export interface GitOptions {
  readonly root: string;
  readonly runCommand: RunCommand;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const TIMEOUT_MS = 30_000;
/** Most bytes of an answer: half from its beginning, half from its end. */
const MAX_OUTPUT_BYTES = 32 * 1024;

/** Git on the tree, without anything that a repository's configuration could start: hooks, monitors, pagers, filters, transports. */
export class GitCommand {
  readonly #options: GitOptions;

  constructor(options: GitOptions) {
    this.#options = options;
  }

  /** What git says. Rejects with a `ToolProblem` that holds its words where it fails. */
  async ask(words: readonly string[], signal: AbortSignal): Promise<string> {
    const filters = await this.#filterSettings(signal);
    const { end, output } = await this.#run(words, filters, signal);
    if (end.kind === "exited" && end.code === 0) return output;
    if (end.kind === "not_started") throw new ToolProblem(`Git cannot be run: ${end.reason}.`);
    if (end.kind === "timed_out") throw new ToolProblem("Git took too long, and was ended.");
    if (end.kind === "cancelled") throw new ToolProblem("The call was stopped.");
    throw new ToolProblem(`Git failed: ${output.trim()}`);
  }

  /** Filters of the configuration by name, each made to do nothing: comparing a file with the index would start them. */
  async #filterSettings(signal: AbortSignal): Promise<readonly GitSetting[]> {
    const words = ["config", "--null", "--name-only", "--get-regexp", "^filter\\."];
    const { end, output } = await this.#run(words, [], signal);
    // Git says 1 for: none.
    if (end.kind !== "exited" || end.code !== 0) return [];
    return output
      .split("\0")
      .filter((key) => /\.(?:clean|smudge|process|required)$/.test(key))
      .map((key) => ({ key, value: key.endsWith(".required") ? "false" : "" }));
  }

  #run(words: readonly string[], settings: readonly GitSetting[], signal: AbortSignal) {
    const { root, runCommand, environment } = this.#options;
    return runCommand(
      ["git", "--no-pager", "--literal-pathspecs", `--work-tree=${root}`, ...words],
      {
        cwd: root,
        environment: {
          ...commandEnvironment(environment),
          ...GIT_VARIABLES,
          ...settingVariables([...SETTINGS, ...settings]),
          LC_ALL: "C.UTF-8",
          // A tree that has lost its .git is not a part of whatever repository lies around it.
          GIT_CEILING_DIRECTORIES: dirname(root),
        },
        timeoutMs: TIMEOUT_MS,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        signal,
      },
    );
  }
}

const SETTINGS: readonly GitSetting[] = [
  ...NOTHING_OF_THE_REPOSITORY_RUNS,
  { key: "core.quotePath", value: "false" },
  { key: "log.showSignature", value: "false" },
  { key: "status.submoduleSummary", value: "false" },
  { key: "diff.submodule", value: "short" },
];
