import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseObject } from "./matchers.js";

/** The built program; another one, such as an installed one, where the variable names it. */
export const PROGRAM =
  process.env["PERSPT_TEST_PROGRAM"] ??
  fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface RunOptions {
  /** Another program than the built one. */
  readonly program?: string;
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end, with no terminal anywhere. */
export async function runProgram(
  words: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  const child = startProgram(words, options);
  child.stdin.end();
  return endOf(child);
}

/** Starts the program; its standard input stays open until the caller ends it. */
export function startProgram(
  words: readonly string[],
  { program = PROGRAM, cwd, environment }: RunOptions,
): ChildProcessWithoutNullStreams {
  if (!existsSync(program)) throw new Error(`${program} is not built: npm run build`);
  return spawn(process.execPath, [program, ...words], {
    cwd,
    env: environment ?? {},
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Everything that the program printed, once it has ended. */
export async function endOf(child: ChildProcessWithoutNullStreams): Promise<RunResult> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => stderr.push(bytes));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return {
    code,
    stdout: Buffer.concat(stdout).toString("utf8"),
    stderr: Buffer.concat(stderr).toString("utf8"),
  };
}

/** The one JSON document that a run printed: one line, nothing before it and nothing after. */
export function documentOf(result: RunResult): Readonly<Record<string, unknown>> {
  if (!/^[^\n]+\n$/.test(result.stdout)) {
    throw new Error(`expected one line on standard output, received ${JSON.stringify(result)}`);
  }
  return parseObject(result.stdout);
}

/** The error that a failed `--json` run printed as the one line of its standard error. */
export function errorOf(result: RunResult): unknown {
  const lines = result.stderr.split("\n").filter((line) => line !== "");
  if (lines.length !== 1) {
    throw new Error(`expected one line on standard error, received ${JSON.stringify(result)}`);
  }
  return parseObject(lines[0] ?? "")["error"];
}
