import { describe, expect, test } from "vitest";
import { JournalError, readJournal } from "../src/index.js";
import { type Fault, faultyDisk } from "./faulty-disk.js";
import { intent, open, outcome, stateDirectory } from "./sessions.js";

/** What happened to a script of three calls on a disk with a fault. */
interface Run {
  readonly directory: string;
  readonly operations: number;
  /** Seqs whose durability was acknowledged. */
  readonly acknowledged: readonly number[];
  /** Intents whose effect was then let happen. */
  readonly effects: readonly number[];
}

async function run(fault: Fault): Promise<Run> {
  const directory = stateDirectory();
  const disk = faultyDisk(fault);
  const acknowledged: number[] = [];
  const effects: number[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // Whatever the disk does, what comes out has a code.
      expect(error).toBeInstanceOf(JournalError);
    }
  };
  await attempt(async () => {
    const journal = await open(directory, { files: disk.files });
    for (let call = 0; call < 3; call += 1) {
      await attempt(async () => {
        const { seq } = await journal.append(intent(journal));
        acknowledged.push(seq);
        effects.push(seq);
        const end = await journal.append(outcome(seq));
        acknowledged.push(end.seq);
      });
    }
    await attempt(() => journal.close());
  });
  return { directory, operations: disk.count(), acknowledged, effects };
}

/** Seqs that are on the disk; none where the session was never made. */
function onDisk(directory: string): ReadonlySet<number> {
  try {
    const { records, verdict } = readJournal({ stateDirectory: directory, session: "s1" });
    expect(["ok", "unfinished_tail"]).toContain(verdict.kind);
    return new Set(records.map(({ seq }) => seq));
  } catch (error) {
    expect(error).toMatchObject({ code: "session_not_found" });
    return new Set();
  }
}

describe.each(["ENOSPC", "EIO"] as const)("D5: %s at every operation", (code) => {
  test.each([1, 1000])(
    "for %i operations: no effect without its intent, no acknowledged record lost",
    async (lasts) => {
      const { operations } = await run({ at: Number.POSITIVE_INFINITY, code, lasts: 0 });
      expect(operations).toBeGreaterThan(20);
      for (let at = 1; at <= operations; at += 1) {
        const { directory, acknowledged, effects } = await run({ at, code, lasts });
        const records = onDisk(directory);
        expect([at, effects.filter((seq) => !records.has(seq))]).toEqual([at, []]);
        expect([at, acknowledged.filter((seq) => !records.has(seq))]).toEqual([at, []]);
      }
    },
    60_000,
  );
});

test("a full disk still takes the outcome of a call that was begun", async () => {
  const directory = stateDirectory();
  const counting = faultyDisk({ at: Number.POSITIVE_INFINITY, code: "ENOSPC", lasts: 0 });
  const first = await open(directory, { files: counting.files });
  await first.append(intent(first));
  const begun = counting.count();
  await first.close();

  const again = stateDirectory();
  // The write of the outcome meets a full disk once; then the reserve has been given up.
  const disk = faultyDisk({ at: begun + 1, code: "ENOSPC", lasts: 1 });
  const journal = await open(again, { files: disk.files });
  const { seq } = await journal.append(intent(journal));
  await journal.append(outcome(seq));
  await expect(journal.append(intent(journal))).rejects.toMatchObject({ code: "journal_full" });
  await journal.close();
  const { records, state } = readJournal({ stateDirectory: again, session: "s1" });
  expect(records.map(({ type }) => type)).toEqual(["segment", "session", "intent", "outcome"]);
  expect(state.doubts.size).toBe(0);
});
