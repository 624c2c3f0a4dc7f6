import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Every program of `src/servers`. Those that speak correctly take `--http` to listen on a loopback port. */
export const FIXTURE_NAMES = [
  "asks-for-input",
  "asks-the-client",
  "bad-stream-ends",
  "banner-printer",
  "byte-by-byte-writer",
  "cancels-the-client",
  "changes-its-tools",
  "confuses-ids",
  "counts-requests",
  "drips-for-ever",
  "drops-after-effect",
  "echo",
  "endless-line",
  "exits-at-once",
  "gzip-bomb",
  "hostile-catalog",
  "ignores-terminate",
  "keeps-its-tasks",
  "kills-its-client",
  "lean",
  "legacy",
  "legacy-that-exits",
  "library",
  "noisy-stdout",
  "record-stdin",
  "odd-answers",
  "pages-badly",
  "points-elsewhere",
  "pours",
  "renews-its-schemas",
  "runs-tasks",
  "silent",
  "sixty-tools",
  "slow-start",
  "speaks-everywhere",
  "status-code",
  "stderr-flooder",
  "talks-too-much",
  "toolbox",
  "wrapper",
  "writes-as-told",
] as const;

export type FixtureName = (typeof FIXTURE_NAMES)[number];

/** Absolute path of a fixture program; run it with `process.execPath`. */
export function fixture(name: FixtureName): string {
  return fileURLToPath(new URL(`./servers/${name}.mjs`, import.meta.url));
}

/** The command that runs `command` and appends every byte of its standard input to `log`. */
export function recordStdin(
  log: string,
  command: readonly [string, ...string[]],
): [string, ...string[]] {
  return [process.execPath, fixture("record-stdin"), log, "--", ...command];
}

export interface RunningFixture {
  readonly url: string;
  readonly pid: number;
  /** Ends the program and resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts a fixture program with `--http` and resolves once it listens. It ends with this process at the latest. */
export function startFixture(
  name: FixtureName,
  programArguments: readonly string[] = [],
): Promise<RunningFixture> {
  return startProgram(fixture(name), programArguments);
}

/** The same for a program by its path. */
export async function startProgram(
  file: string,
  programArguments: readonly string[],
): Promise<RunningFixture> {
  const child = spawn(process.execPath, [file, "--http", ...programArguments], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const url = await Promise.race([firstAnnouncement(child), exited.then(() => null)]);
  if (url === null || child.pid === undefined) {
    throw new Error(`${file} ended before it listened`);
  }
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function firstAnnouncement(child: ChildProcess): Promise<string | null> {
  if (child.stdout === null) return null;
  for await (const line of createInterface({ input: child.stdout })) {
    const announcement: unknown = JSON.parse(line);
    if (
      typeof announcement === "object" &&
      announcement !== null &&
      "listening" in announcement &&
      typeof announcement.listening === "string"
    ) {
      return announcement.listening;
    }
  }
  return null;
}
