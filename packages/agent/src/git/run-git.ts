import { execFile } from "node:child_process";
import { searchPath } from "../process/command-environment.js";
import { GIT_VARIABLES, NOTHING_OF_THE_REPOSITORY_RUNS, settingVariables } from "./git-safety.js";

export type GitResult =
  | { readonly kind: "ok"; readonly output: string }
  | { readonly kind: "failed"; readonly message: string };

/** Most bytes of one answer: the names of a few hundred thousand files. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const TIMEOUT_MS = 120_000;

/** Runs git in a directory. Never rejects. Ended by the signal, or after two minutes. */
export type Git = (
  directory: string,
  args: readonly string[],
  signal: AbortSignal,
) => Promise<GitResult>;

/** Git of these variables, without its hooks, prompts, pager, transports and optional locks. */
export function createGit(environment: Readonly<Record<string, string | undefined>>): Git {
  const env = gitEnvironment(environment);
  return (directory, args, signal) => runGit(directory, args, { env, signal });
}

function runGit(
  directory: string,
  args: readonly string[],
  { env, signal }: { readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<GitResult> {
  return new Promise((resolve) => {
    execFile(
      "git",
      [...args],
      {
        cwd: directory,
        env,
        maxBuffer: MAX_OUTPUT_BYTES,
        timeout: TIMEOUT_MS,
        signal,
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (error === null) return resolve({ kind: "ok", output: stdout });
        const said = stderr.trim();
        resolve({ kind: "failed", message: said === "" ? error.message : said });
      },
    );
  });
}

/** Without what a caller's own git run left in the environment: it would point at another repository. */
function gitEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(kept),
    PATH: searchPath(environment),
    ...GIT_VARIABLES,
    ...settingVariables(NOTHING_OF_THE_REPOSITORY_RUNS),
    LC_ALL: "C",
  };
}
