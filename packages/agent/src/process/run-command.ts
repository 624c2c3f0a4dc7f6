import { spawn } from "node:child_process";
import { endGroup, killGroup } from "./end-group.js";
import { HeadAndTail } from "./head-and-tail.js";

/** How a command was over. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed_out" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "not_started"; readonly reason: string };

export interface CommandResult {
  readonly end: CommandEnd;
  /** What it wrote, standard error among it as it came; the beginning and the end where it was more than the cap. */
  readonly output: string;
  readonly droppedBytes: number;
  readonly durationMs: number;
}

export interface CommandOptions {
  readonly cwd: string;
  /** All of its variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  /** Ends the command and everything that it started. */
  readonly signal: AbortSignal;
}

export type RunCommand = (
  argv: readonly string[],
  options: CommandOptions,
) => Promise<CommandResult>;

/** How long output is waited for after the command itself has ended: what it left behind may hold the pipe. */
const OUTPUT_GRACE_MS = 250;

/**
 * Runs one program with its words, without a shell and without input, in a process group of its own. The whole group is ended by the
 * deadline and by the signal, and what it left behind when it exits. Memory is bounded whatever it writes. Never rejects.
 */
export function runCommand(
  argv: readonly string[],
  { cwd, environment, timeoutMs, maxOutputBytes, signal }: CommandOptions,
): Promise<CommandResult> {
  const started = performance.now();
  const output = new HeadAndTail(maxOutputBytes);
  const [program = "", ...words] = argv;
  return new Promise((resolve) => {
    let stopped: "timed_out" | "cancelled" | null = null;
    let isOver = false;
    const over = (end: CommandEnd): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      const { text, droppedBytes } = output.take();
      resolve({ end, output: text, droppedBytes, durationMs: performance.now() - started });
    };
    if (signal.aborted) {
      resolve({ end: { kind: "cancelled" }, output: "", droppedBytes: 0, durationMs: 0 });
      return;
    }
    const child = spawn(program, words, {
      cwd,
      env: { ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const stop = (why: "timed_out" | "cancelled"): void => {
      stopped ??= why;
      endGroup(child);
    };
    const onAbort = (): void => stop("cancelled");
    const timer = setTimeout(() => stop("timed_out"), timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => output.add(chunk));
      stream.on("error", () => {});
    }
    child.once("error", (error) => {
      if (child.pid === undefined) over({ kind: "not_started", reason: error.message });
    });
    child.once("exit", (code, endSignal) => {
      const end = endOf(stopped, code, endSignal);
      killGroup(child);
      const grace = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        over(end);
      }, OUTPUT_GRACE_MS);
      child.once("close", () => {
        clearTimeout(grace);
        over(end);
      });
    });
  });
}

function endOf(
  stopped: "timed_out" | "cancelled" | null,
  code: number | null,
  signal: NodeJS.Signals | null,
): CommandEnd {
  if (stopped !== null) return { kind: stopped };
  if (code !== null) return { kind: "exited", code };
  return { kind: "signalled", signal: signal ?? "an unknown signal" };
}
