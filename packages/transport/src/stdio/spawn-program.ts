import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { type PacedReading, readPaced } from "../shared/paced-reading.js";
import { adoptProcessGroup, type ProcessGroup } from "./process-group.js";
import type {
  ProgramEnd,
  ProgramEvents,
  RunningProgram,
  Spawn,
  SpawnRequest,
} from "./spawn-port.js";

/**
 * How long one of the two is awaited after the other, in milliseconds: the end of the output after the program's exit, since a descendant
 * may hold the pipe open for ever, and the exit after the end of the output.
 */
const PIPE_GRACE = 250;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts real processes, without a shell (T02), each leading a process group of its own where there are such (I8). */
export const spawnProgram: Spawn = (request, events) =>
  new Promise((resolve, reject) => {
    const child = startChild(request);
    child.once("error", reject);
    child.once("spawn", () => {
      child.off("error", reject);
      child.on("error", () => {}); // A signal that could not be sent; the end is seen all the same.
      const output = watch(child, events);
      resolve(runningProgram(child, output));
    });
  });

function startChild(request: SpawnRequest): Child {
  return spawn(request.program, request.programArguments, {
    argv0: request.name,
    cwd: request.workingDirectory,
    env: Object.fromEntries(request.environment),
    shell: false,
    detached: hasProcessGroups(),
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

function hasProcessGroups(): boolean {
  return process.platform !== "win32";
}

/**
 * The program's end is its exit, not the close of its pipes: a descendant that holds them must not hold us (I8). Returns the reading of
 * its standard output.
 */
function watch(child: Child, events: ProgramEvents): PacedReading {
  let openPipes = 2;
  let end: ProgramEnd | null = null;
  let hasEnded = false;
  let grace: NodeJS.Timeout | undefined;

  const finish = () => {
    if (end === null || hasEnded) return;
    hasEnded = true;
    clearTimeout(grace);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    events.ended(end);
  };
  const read = (pipe: Readable, take: (bytes: Buffer) => void): PacedReading => {
    pipe.on("error", () => {}); // 'close' follows.
    pipe.once("close", () => {
      openPipes -= 1;
      if (openPipes === 0) finish();
    });
    return readPaced(pipe, (bytes) => {
      if (!hasEnded) take(bytes);
    });
  };

  child.stdin.on("error", () => {}); // Reported by the write that met it.
  const output = read(child.stdout, (bytes) => events.output(bytes));
  read(child.stderr, (bytes) => events.errorOutput(bytes));
  // Most programs close it because they exit, which is seen a moment later and says more.
  child.stdout.once("end", () => {
    if (end === null) grace = setTimeout(() => events.outputClosed(), PIPE_GRACE);
  });
  child.once("exit", (exitCode, signal) => {
    end = { exitCode, signal };
    clearTimeout(grace);
    // What it had written is read, also where reading was paused.
    output.resume();
    if (openPipes === 0) finish();
    else grace = setTimeout(finish, PIPE_GRACE);
  });
  return output;
}

function runningProgram(child: Child, output: PacedReading): RunningProgram {
  const { pid } = child;
  if (pid === undefined) throw new TypeError("a spawned process has an id");
  const group = hasProcessGroups() ? adoptProcessGroup(pid) : singleProcess(child);
  return {
    pid,
    write: (text) =>
      new Promise((resolve, reject) => {
        child.stdin.write(text, "utf8", (error) => {
          if (error === null || error === undefined) resolve();
          else reject(error);
        });
      }),
    pauseOutput: () => output.pause(),
    resumeOutput: () => output.resume(),
    endInput: () => child.stdin.end(),
    signal: (name) => group.signal(name),
    isAlive: () => group.isAlive(),
  };
}

/** Windows has no process groups: only the program itself is reached. */
function singleProcess(child: Child): ProcessGroup {
  return {
    signal(name) {
      child.kill(name);
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
  };
}
