import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Project, project, SESSION } from "../agent-runs.js";

const PROGRAM = fileURLToPath(new URL("./agent-program.mjs", import.meta.url));

/** The tree before. */
export const START = {
  "a.txt": "alpha\n",
  "b.txt": "b\n",
  "c.txt": "c\n",
  "count.mjs":
    'import { appendFileSync } from "node:fs";\nappendFileSync(process.argv[2], "ran\\n");\n',
  "check.mjs":
    'import { existsSync, readFileSync } from "node:fs";\nprocess.exit(readFileSync("a.txt", "utf8") === "beta\\n" && !existsSync("c.txt") ? 0 : 1);\n',
};
const { "b.txt": moved, "c.txt": _, ...STAYING } = START;
/** The tree once the task is done. */
export const END = { ...STAYING, "a.txt": "beta\n", "moved/b.txt": moved, "new.txt": "one\n" };

/** Where the program dies: at the record of this number, or at the first that holds this text. */
export interface Point {
  readonly record: number | string;
  readonly stage: "before" | "durable";
}

export interface Scene extends Project {
  readonly counted: string;
  /** Another verifier than the usual one. */
  readonly verify?: readonly (readonly string[])[];
  /** Another task than the usual one. */
  readonly task?: string;
  /** Another session than the usual one. */
  readonly session?: string;
  /** The text of a configuration, for its servers. */
  readonly config?: string;
}

export function scene(): Scene {
  const made = project(START);
  return { ...made, counted: join(made.home, "counted") };
}

function task({ counted }: Scene): string {
  const run = JSON.stringify({ argv: [process.execPath, "count.mjs", counted] });
  return [
    'call write {"path":"new.txt","content":"one\\n"}',
    'call patch {"path":"a.txt","old":"alpha","new":"beta"}',
    'call move {"from":"b.txt","to":"moved/b.txt"}',
    'call delete {"path":"c.txt"}',
    `call run ${run}`,
  ].join("\n");
}

/** Runs the program to its end, or to its death: then there is no answer. */
export function play(
  at: Scene,
  isResumed: boolean,
  point: Point | null,
  environment: NodeJS.ProcessEnv = process.env,
): unknown {
  const { home, directory, session = SESSION, config = "" } = at;
  const verify = at.verify ?? [[process.execPath, "check.mjs"]];
  const commands = [[process.execPath, "count.mjs"]];
  const wish = {
    home,
    session,
    directory,
    task: at.task ?? task(at),
    verify,
    commands,
    config,
    isResumed,
    point,
  };
  const { stdout, stderr, signal } = spawnSync(process.execPath, [PROGRAM, JSON.stringify(wish)], {
    encoding: "utf8",
    env: environment,
  });
  if (signal === "SIGKILL") return null;
  if (stdout === "") throw new Error(`the program said nothing: ${stderr}`);
  return JSON.parse(stdout);
}
