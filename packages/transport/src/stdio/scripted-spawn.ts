import type {
  ProgramEnd,
  ProgramEvents,
  RunningProgram,
  Spawn,
  SpawnRequest,
} from "./spawn-port.js";

/** What a scripted program does after each further line that it receives. */
export interface ScriptedTurn {
  /** Written to standard output as it stands, one event a piece. */
  readonly output?: readonly (string | Uint8Array)[];
  /** Written to standard error as it stands. */
  readonly errorOutput?: string;
  /** Closes standard output after that, and lives on. */
  readonly closesOutput?: true;
  /** How it ends after that; it lives on where this is left out. */
  readonly ends?: ProgramEnd;
}

/** A program's life: its first turn comes at the start, each further one with a line. */
export type ScriptedLife = readonly ScriptedTurn[];

export interface ScriptedSpawn {
  readonly spawn: Spawn;
  /** What was started, in order. */
  readonly started: readonly SpawnRequest[];
  /** Every line that any of the programs received, in order. */
  readonly received: readonly string[];
}

/** How a program ends that is asked for more than its script holds. */
const SCRIPT_OVER: ProgramEnd = { exitCode: 1, signal: null };

/**
 * The scripted twin of `Spawn`: each start takes the next life. A start without a life left fails as `ENOENT`; a program whose
 * script is over ends with status 1.
 */
export function scriptedSpawn(lives: readonly ScriptedLife[]): ScriptedSpawn {
  const started: SpawnRequest[] = [];
  const received: string[] = [];
  return {
    started,
    received,
    async spawn(request, events) {
      started.push(request);
      const life = lives[started.length - 1];
      if (life === undefined) throw Object.assign(new Error("no life left"), { code: "ENOENT" });
      return play(started.length, life, events, received);
    },
  };
}

function play(
  pid: number,
  life: ScriptedLife,
  events: ProgramEvents,
  received: string[],
): RunningProgram {
  let turns = 0;
  let unfinished = "";
  let isAlive = true;

  /** What is written while nobody reads, in order. */
  let unread: (() => void)[] | null = null;
  const tell = (event: () => void) => {
    if (unread === null) event();
    else unread.push(event);
  };

  const readOn = () => {
    const events = unread ?? [];
    unread = null;
    for (const event of events) tell(event);
  };

  const end = (how: ProgramEnd) => {
    if (!isAlive) return;
    isAlive = false;
    readOn();
    events.ended(how);
  };
  const takeTurn = () => {
    const turn = life[turns];
    turns += 1;
    if (turn === undefined) {
      end(SCRIPT_OVER);
      return;
    }
    for (const piece of turn.output ?? []) tell(() => events.output(Buffer.from(piece)));
    if (turn.errorOutput !== undefined) events.errorOutput(Buffer.from(turn.errorOutput));
    if (turn.closesOutput === true) tell(() => events.outputClosed());
    if (turn.ends !== undefined) end(turn.ends);
  };

  queueMicrotask(takeTurn);
  return {
    pid,
    async write(text) {
      if (!isAlive) throw Object.assign(new Error("the program has ended"), { code: "EPIPE" });
      const lines = (unfinished + text).split("\n");
      unfinished = lines.pop() ?? "";
      for (const line of lines) {
        received.push(line);
        queueMicrotask(takeTurn);
      }
    },
    pauseOutput() {
      unread ??= [];
    },
    resumeOutput: readOn,
    endInput: () => end({ exitCode: 0, signal: null }),
    signal: (name) => end({ exitCode: null, signal: name }),
    isAlive: () => isAlive,
  };
}
