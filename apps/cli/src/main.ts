#!/usr/bin/env node
import { homedir, userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { CANDIDATES_WORD } from "./command-line/candidates-word.js";
import { flush } from "./machine/flush.js";
import { readVersion } from "./version.js";

// The one file that touches the process: its arguments, streams, signals and end.

/** How long a program that was asked to stop may take to end its servers and journal, in milliseconds. */
const STOP_GRACE_MS = 10_000;

const INTERRUPTED = 130;
const UNEXPECTED = 1;

const exitWork: (() => void)[] = [];
process.on("exit", () => {
  for (const work of exitWork) work();
});
// A reader that has gone wants no more; every other fault of a stream shows when it is written to.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

const argv = process.argv.slice(2);
if (argv.length === 1 && argv[0] === "--version") {
  await end(`${readVersion()}\n`, "", 0);
} else if (argv[0] === CANDIDATES_WORD) {
  const { candidates } = await import("./command-line/candidates.js");
  await end(
    candidates(argv.slice(1))
      .map((word) => `${word}\n`)
      .join(""),
    "",
    0,
  );
} else {
  await run();
}

async function run(): Promise<void> {
  const [{ runProgram, unexpected }, { createMachine, lookOf }] = await Promise.all([
    import("./program.js"),
    import("./machine/create-machine.js"),
  ]);
  const { renderResult } = await import("./output/render-result.js");
  const environment = process.env;
  const stop = stopSignals();
  const look = (stream: "output" | "errors", noColor: boolean) =>
    lookOf(stream === "output" ? process.stdout : process.stderr, { noColor, environment });
  const crash = (error: unknown): void => {
    const { stderr } = renderResult(unexpected(error, argv.includes("--verbose")), {
      json: argv.includes("--json"),
      quiet: false,
      output: look("output", true),
      errors: look("errors", true),
    });
    process.stderr.write(stderr, () => process.exit(UNEXPECTED));
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  const { stdout, stderr, exitCode } = await runProgram(argv, {
    programVersion: readVersion(),
    look,
    signal: stop.signal,
    isAtTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    machine: (globals) =>
      createMachine({
        globals,
        programVersion: readVersion(),
        programFile: fileURLToPath(import.meta.url),
        environment,
        // An empty HOME is none: a relative one would find configuration in the working directory (T04).
        home: homedir() || userInfo().homedir,
        workingDirectory: process.cwd(),
        platform: process.platform,
        input: process.stdin,
        output: process.stdout,
        errors: process.stderr,
        ...stop,
        atExit: (work) => exitWork.push(work),
      }),
  });
  await end(stdout, stderr, exitCode);
}

/**
 * The first signal asks the program to stop, the second ends it: at once, or, for a command that asked for patience, as fast as it can. Servers
 * end either way.
 */
function stopSignals() {
  const asked = new AbortController();
  const urgent = new AbortController();
  let isPatient = false;
  const endSoon = (): void => {
    setTimeout(() => process.exit(INTERRUPTED), STOP_GRACE_MS).unref();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      // A terminal that closes sends more than one of them, and nobody who is impatient.
      if (name === "SIGHUP" && asked.signal.aborted) return;
      if (!asked.signal.aborted) {
        asked.abort();
        if (!isPatient) endSoon();
      } else if (isPatient && !urgent.signal.aborted) {
        urgent.abort();
        endSoon();
      } else process.exit(INTERRUPTED);
    });
  }
  const patience = (): void => {
    isPatient = true;
  };
  return { signal: asked.signal, urgent: urgent.signal, patience };
}

/** Prints everything, waits until it is gone, and ends the process. */
async function end(stdout: string, stderr: string, exitCode: number): Promise<never> {
  const written = await flush(process.stdout, stdout);
  const complaint = written.kind === "failed" ? `perspt: ${written.reason}\n` : "";
  await flush(process.stderr, `${stderr}${complaint}`);
  process.exit(complaint === "" ? exitCode : UNEXPECTED);
}
