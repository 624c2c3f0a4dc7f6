import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "@perspt/json";
import { findSuite } from "./find-suite.js";

export const SPECIFICATION = "2026-07-28";

/** How long the suite waits for the client, in milliseconds: a bound on a client that hangs, and no measure of a good one. */
const CLIENT_TIMEOUT_MS = 60_000;

/** One thing that the suite looked at. */
export interface Check {
  readonly name: string;
  /** SUCCESS, FAILURE, WARNING, SKIPPED or INFO. */
  readonly status: string;
}

export interface Verdict {
  readonly exitCode: number;
  readonly checks: readonly Check[];
  /** All that the suite and the client printed. */
  readonly output: string;
}

/** The scenarios for clients of this revision that the suite lists, by name. */
export async function clientScenarios(): Promise<readonly string[]> {
  const { output, exitCode } = await suite(["list", "--client", "--spec-version", SPECIFICATION]);
  const names = [...output.matchAll(/^ {2}- (\S+) \[/gm)].flatMap(([, name]) => name ?? []);
  if (exitCode !== 0 || names.length === 0) throw new Error(`no scenarios are listed:\n${output}`);
  return names;
}

const OUR_CLIENT = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** Has the suite judge a program in one scenario: our client, if no other is named. */
export async function judge(scenario: string, program: string = OUR_CLIENT): Promise<Verdict> {
  if (!existsSync(program)) throw new Error(`${program} is not built. Run: npm run build`);
  const folder = mkdtempSync(join(tmpdir(), "perspt-conformance-"));
  try {
    // The suite hands the command to a shell.
    const command = [process.execPath, program].map(quoted).join(" ");
    const options = {
      "--command": command,
      "--scenario": scenario,
      "--spec-version": SPECIFICATION,
      "--timeout": String(CLIENT_TIMEOUT_MS),
      "--output-dir": folder,
    };
    const { exitCode, output } = await suite(["client", ...Object.entries(options).flat()]);
    return { exitCode, output, checks: readChecks(folder, output) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The suite writes them into a folder of the run. */
function readChecks(folder: string, output: string): readonly Check[] {
  const [run] = readdirSync(folder);
  if (run === undefined) throw new Error(`the suite left no verdict:\n${output}`);
  const checks: unknown = JSON.parse(readFileSync(join(folder, run, "checks.json"), "utf8"));
  if (!Array.isArray(checks)) throw new Error(`the suite's verdict is no list:\n${output}`);
  return checks.map(toCheck);
}

function toCheck(check: unknown): Check {
  const { name, status } = isJsonObject(check) ? check : {};
  if (typeof name !== "string" || typeof status !== "string") {
    throw new Error(`the suite made no check of this: ${JSON.stringify(check)}`);
  }
  return { name, status };
}

function suite(words: readonly string[]): Promise<{ exitCode: number; output: string }> {
  const { node, program } = findSuite();
  return new Promise((resolve, reject) => {
    execFile(node, [program, ...words], { maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      const exitCode = error === null ? 0 : error.code;
      if (typeof exitCode === "number") resolve({ exitCode, output: `${out}${err}` });
      else reject(new Error(`the suite did not run: ${error?.message}`, { cause: error }));
    });
  });
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
