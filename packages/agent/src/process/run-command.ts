import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { systemCode } from "../system-code.js";
import { killMarked, MARK_VARIABLE } from "./escaped-processes.js";
import { OutputWindow } from "./output-window.js";
import { adoptGroup } from "./process-group.js";

export interface CommandOptions {
  /** Absolute. */
  readonly cwd: string;
  /** The command's whole environment, but for the variable that marks its processes; its `PATH` finds the program. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Most bytes of output that are kept: half from the beginning, half from the end. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed_out" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "not_started"; readonly reason: string };

export interface CommandResult {
  readonly end: CommandEnd;
  /** Standard output and standard error in the order in which they came, as UTF-8; a line says where bytes were left out. */
  readonly output: string;
  readonly droppedBytes: number;
  readonly durationMs: number;
}

/** Runs one command to its end. Never rejects. */
export type RunCommand = (
  argv: readonly string[],
  options: CommandOptions,
) => Promise<CommandResult>;

/** How long output is awaited after the last of it, once the command and its group are gone, in milliseconds. */
const QUIET_PERIOD = 250;
/** And at most, for an escaped process that writes on, in milliseconds. */
const DRAIN_LIMIT = 2000;

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts a program without a shell, without input, in a process group of its own, and awaits its exit. Timeout and signal end the whole
 * group; so does the program's own exit: what it leaves running does not survive it, nor, on Linux, what has left the group.
 */
export const runCommand: RunCommand = async (argv, options) => {
  const began = performance.now();
  const window = new OutputWindow(options.maxOutputBytes);
  const end = await runToEnd(argv, options, window);
  return { end, ...window.end(), durationMs: performance.now() - began };
};

async function runToEnd(
  argv: readonly string[],
  options: CommandOptions,
  window: OutputWindow,
): Promise<CommandEnd> {
  if (options.signal.aborted) return { kind: "cancelled" };
  const mark = randomUUID();
  const started = await start(argv, options, mark);
  if (started.kind === "not_started") return started;
  const { child, leader } = started;
  const group = adoptGroup(leader);
  const output = watchOutput(child, window);
  const stopped = await raceExit(child, options);
  await group.end();
  await killMarked(mark);
  const end = stopped ?? (await exitOf(child));
  await output.drained();
  for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
  return end;
}

type Start =
  | { readonly kind: "started"; readonly child: Child; readonly leader: number }
  | { readonly kind: "not_started"; readonly reason: string };

function start(
  argv: readonly string[],
  { cwd, environment }: CommandOptions,
  mark: string,
): Promise<Start> {
  const [program = "", ...words] = argv;
  return new Promise((resolve) => {
    const fail = (error: unknown) =>
      resolve({ kind: "not_started", reason: reasonOf(error, program, cwd) });
    try {
      const child = spawn(program, words, {
        cwd,
        env: { ...environment, [MARK_VARIABLE]: mark },
        shell: false,
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: ["ignore", "pipe", "pipe"],
      });
      child.on("error", fail); // Later ones, of a signal that could not be sent, resolve nothing.
      child.once("spawn", () => {
        if (child.pid !== undefined) resolve({ kind: "started", child, leader: child.pid });
      });
    } catch (error) {
      fail(error);
    }
  });
}

function reasonOf(error: unknown, program: string, cwd: string): string {
  const code = systemCode(error);
  if (code === "ENOENT")
    return `there is no program ${JSON.stringify(program)}, or no directory ${cwd}`;
  if (code === "EACCES") return `${JSON.stringify(program)} may not be executed`;
  return error instanceof Error ? error.message : String(error);
}

/** Resolves with null at the program's exit, or with why it has to end before. */
function raceExit(
  child: Child,
  { timeoutMs, signal }: CommandOptions,
): Promise<Extract<CommandEnd, { readonly kind: "timed_out" | "cancelled" }> | null> {
  return new Promise((resolve) => {
    const settle = (end: Parameters<typeof resolve>[0]) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve(end);
    };
    const cancel = () => settle({ kind: "cancelled" });
    const timer = setTimeout(() => settle({ kind: "timed_out" }), timeoutMs);
    signal.addEventListener("abort", cancel, { once: true });
    if (hasExited(child)) settle(null);
    else child.once("exit", () => settle(null));
    if (signal.aborted) cancel();
  });
}

function hasExited({ exitCode, signalCode }: Child): boolean {
  return exitCode !== null || signalCode !== null;
}

async function exitOf(child: Child): Promise<CommandEnd> {
  if (!hasExited(child)) {
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
    });
  }
  return child.signalCode === null
    ? { kind: "exited", code: child.exitCode ?? 0 }
    : { kind: "signalled", signal: child.signalCode };
}

/** A process that escaped its group may hold the pipes open for ever, and must not hold us. */
function watchOutput(child: Child, window: OutputWindow): { drained(): Promise<void> } {
  let lastOutput = performance.now();
  const pipes = [child.stdout, child.stderr];
  for (const pipe of pipes) {
    pipe.on("data", (bytes: Buffer) => {
      lastOutput = performance.now();
      window.take(bytes);
    });
    pipe.on("error", () => {}); // 'close' follows.
  }
  return {
    async drained() {
      const began = performance.now();
      lastOutput = began;
      while (pipes.some((pipe) => !pipe.closed)) {
        const now = performance.now();
        if (now - lastOutput > QUIET_PERIOD || now - began > DRAIN_LIMIT) return;
        await pause(5);
      }
    },
  };
}
