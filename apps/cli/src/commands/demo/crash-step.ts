import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Journal, listSessions, openJournal } from "@perspt/journal";
import { indented, prose } from "../../output/blocks.js";
import { readNote } from "./call-steps.js";
import { claim, type StepResult } from "./demo-step.js";
import type { DemoWorld } from "./demo-world.js";
import { newestSession, recordBlocks } from "./record-blocks.js";

/** How long the second program may take to write its intent, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Perspt itself is killed in the middle of a call; what it left on the disk is opened again. */
export async function programCrash(world: DemoWorld): Promise<StepResult> {
  const words = "mcp call mcp.notes.add_note title=diary text=dear answer_after_ms=60000".split(
    " ",
  );
  const wasKilled = await killInTheMiddle(world, words);
  const reading = newestSession(world.paths.stateDirectory);
  const journal = await reopen(world, reading?.session ?? "");
  const doubts = [...journal.state.doubts.values()];
  await journal.close();
  return {
    blocks: [
      indented(2, `perspt ${words.join(" ")}`),
      indented(2, "killed before the answer came (SIGKILL); then its journal was opened again"),
      recordBlocks(reading?.records ?? []),
      ...doubts.map(({ intent, operation, cause }) =>
        prose(`in doubt: #${intent} ${operation} (${cause.replace("_", " ")})`, { indent: 2 }),
      ),
    ],
    claims: [
      claim("The program was killed while its call ran.", wasKilled),
      claim("Its journal opens again, and verifies.", reading?.verdict.kind === "ok"),
      claim(
        "The call is listed as in doubt: an intent, and no outcome.",
        doubts.length === 1 && doubts[0]?.cause === "no_outcome",
      ),
      claim(
        "The note holds the line once: opening the journal sent nothing.",
        (await readNote(world, "diary")) === "dear\n",
      ),
    ],
  };
}

/** Runs this program in a process of its own until its intent is on the disk and its effect is there, and kills it. */
async function killInTheMiddle(world: DemoWorld, words: readonly string[]): Promise<boolean> {
  const { machine, paths } = world;
  const before = new Set(listSessions(paths));
  const child = spawn(
    process.execPath,
    [machine.programFile, ...words, "--config", paths.configFile, "--json"],
    {
      env: { ...machine.environment, PERSPT_STATE_DIR: paths.stateDirectory },
      stdio: "ignore",
      signal: machine.signal,
      killSignal: "SIGKILL",
    },
  );
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", (_code, signal) => resolve(signal));
  });
  const giveUp = machine.clock.now() + PATIENCE_MS;
  while (machine.clock.now() < giveUp && child.exitCode === null) {
    const session = newestSession(paths.stateDirectory);
    const isNew = session !== null && !before.has(session.session);
    const hasIntent = isNew && session.records.some(({ type }) => type === "intent");
    if (hasIntent && (await readNote(world, "diary")) !== null) break;
    await sleep(20);
  }
  child.kill("SIGKILL");
  return (await ended) === "SIGKILL";
}

function reopen({ machine, paths }: DemoWorld, session: string): Promise<Journal> {
  return openJournal({
    stateDirectory: paths.stateDirectory,
    session: { kind: "existing", id: session },
    secrets: [],
    clock: machine.clock,
  });
}
