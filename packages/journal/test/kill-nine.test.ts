import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pendingDoubts, readJournal } from "../src/index.js";
import { proofSize } from "./proof-size.js";
import { stateDirectory } from "./sessions.js";
import { doubtsIn, markOf } from "./simulation/marked-entries.js";

const WRITER = fileURLToPath(new URL("./kill-nine/writer.mjs", import.meta.url));

/** Sessions that lose their writer, each time in the middle of something else. */
const POINTS = proofSize({ whole: 1_000, part: 200 });
/** Writers that are killed in one round, and the sessions that each of them writes. */
const WRITERS = 4;
const SESSIONS_OF_A_WRITER = 5;
const POINTS_OF_A_ROUND = WRITERS * SESSIONS_OF_A_WRITER;
/** Rounds that a session lives through; each writer continues what the last one left. */
const ROUNDS_OF_A_SESSION = 5;

/** A session that loses its writer again and again, and what its writers acknowledged: marks by seq. */
interface Victim {
  readonly session: string;
  readonly acknowledged: Map<number, string>;
  /** Records that were looked at before. */
  looked: number;
}

function makeVictim(session: string): Victim {
  return { session, acknowledged: new Map(), looked: 0 };
}

/** Runs a writer until some milliseconds after its first acknowledgement, and remembers what it acknowledged. */
async function writeAndKill(
  directory: string,
  victims: readonly Victim[],
  delayMs: number,
): Promise<void> {
  const kind = victims.every(({ looked }) => looked === 0) ? "new" : "existing";
  const words = [WRITER, directory, kind, ...victims.map(({ session }) => session)];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let complaint = "";
  child.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    complaint += bytes.toString();
  });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  child.kill("SIGKILL");
  await closed;
  expect(complaint).toBe("");
  const bySession = new Map(victims.map((victim) => [victim.session, victim.acknowledged]));
  for (const line of said.split("\n").slice(0, -1)) {
    const [session = "", seq = "", mark = ""] = line.split(" ");
    const acknowledged = bySession.get(session) ?? new Map<number, string>();
    expect(acknowledged.has(Number(seq))).toBe(false);
    acknowledged.set(Number(seq), mark);
  }
}

function check(directory: string, victim: Victim): void {
  const { session, acknowledged } = victim;
  const reading = readJournal({ stateDirectory: directory, session });
  const { records, state, verdict } = reading;
  for (const record of records.slice(victim.looked)) {
    if (record.type === "outcome" && record.result !== null) reading.load(record.result);
  }
  victim.looked = records.length;
  expect(["ok", "unfinished_tail"]).toContain(verdict.kind);
  expect(records.every(({ seq }, index) => seq === index + 1)).toBe(true);
  const marks = records.map(markOf);
  const lost = [...acknowledged].filter(([seq, mark]) => marks[seq - 1] !== mark);
  expect(lost).toEqual([]);
  const written = marks.filter((mark) => mark !== null);
  expect(new Set(written).size).toBe(written.length);
  const doubts = [...doubtsIn(records)];
  expect([...state.doubts.keys()]).toEqual(doubts);
  expect(
    pendingDoubts({ stateDirectory: directory })
      .filter((pending) => pending.session === session)
      .map(({ doubt }) => doubt.intent),
  ).toEqual(doubts);
}

const countOf = (victims: readonly Victim[]): number =>
  victims.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);

test(`D1: ${POINTS} times a session's writer is killed: no acknowledged record is lost, none is there twice, and every doubt is told`, async () => {
  const directory = stateDirectory();
  let victims: readonly Victim[] = [];
  let acknowledged = 0;
  for (let round = 0; round < POINTS / POINTS_OF_A_ROUND; round += 1) {
    if (round % ROUNDS_OF_A_SESSION === 0) {
      acknowledged += countOf(victims);
      victims = Array.from({ length: POINTS_OF_A_ROUND }, (_, index) =>
        makeVictim(`s-${round}-${index}`),
      );
    }
    // Spread over 0 to 25 ms, so that writes, syncs, anchors and the moments between them are all met.
    await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) =>
        writeAndKill(
          directory,
          victims.slice(writer * SESSIONS_OF_A_WRITER, (writer + 1) * SESSIONS_OF_A_WRITER),
          (round * 7 + writer * 3) % 26,
        ),
      ),
    );
    // Only now: whoever looks is in the way of whoever kills.
    for (const victim of victims) check(directory, victim);
  }
  acknowledged += countOf(victims);
  expect(acknowledged).toBeGreaterThan(POINTS);
}, 900_000);
