/** What to start. Everything is final and resolved. */
export interface SpawnRequest {
  /** Absolute real path of the program. */
  readonly program: string;
  /** What the program sees as its own name (`argv[0]`). */
  readonly name: string;
  readonly programArguments: readonly string[];
  readonly workingDirectory: string;
  /** The child's whole environment. */
  readonly environment: ReadonlyMap<string, string>;
}

/** How a program ended: by status or by signal. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Called in order, never after `ended`. Must not throw. */
export interface ProgramEvents {
  output(bytes: Uint8Array): void;
  errorOutput(bytes: Uint8Array): void;
  /** Standard output is closed although the program runs on: nothing more can come. */
  outputClosed(): void;
  /** The program itself has exited and what it had written is read; processes that it started may live on. */
  ended(end: ProgramEnd): void;
}

/** A started program and every process that it started in turn (T10). */
export interface RunningProgram {
  readonly pid: number;
  /** Writes text as UTF-8. Resolves when the pipe has taken it in; rejects when it is broken. One at a time. */
  write(text: string): Promise<void>;
  /** Leaves further output unread, so that a program that writes more has to wait. */
  pauseOutput(): void;
  resumeOutput(): void;
  /** Closes the program's standard input: the polite request to end. */
  endInput(): void;
  /** To the program and all that it started. Does nothing where none is left. */
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Whether any process of the group is left. */
  isAlive(): boolean;
}

/**
 * Port to the operating system's processes. Resolves once the program runs; rejects with the system's error (`ENOENT`,
 * `EACCES`, …) when it cannot be started.
 */
export type Spawn = (request: SpawnRequest, events: ProgramEvents) => Promise<RunningProgram>;
