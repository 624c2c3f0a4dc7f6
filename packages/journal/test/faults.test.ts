import { describe, expect, test } from "vitest";
import { type Journal, JournalError } from "../src/index.js";
import { proofSize } from "./proof-size.js";
import { intent, outcome } from "./sessions.js";
import { randomFrom } from "./simulated-disk/random.js";
import { SimulatedDisk, type Trouble } from "./simulated-disk/simulated-disk.js";
import { marked } from "./simulation/marked-entries.js";
import { openSimulated } from "./simulation/open-simulated.js";
import { Witness } from "./simulation/witness.js";

const CALLS = 50;

/** What fails: from one operation on, so many of them. */
interface Fault {
  readonly at: number;
  readonly code: Extract<Trouble, { readonly kind: "error" }>["code"];
  readonly lasts: number;
}

interface Run {
  readonly disk: SimulatedDisk;
  readonly witness: Witness;
  readonly operations: number;
}

/** Fifty calls, one after the other, on a disk with a fault. */
async function run({ at, code, lasts }: Fault): Promise<Run> {
  const disk = new SimulatedDisk();
  const witness = new Witness("s1");
  disk.begin({
    random: randomFrom(at),
    trouble: (number, operation) => {
      if (number < at || number >= at + lasts) return null;
      return operation === "look" && code !== "EIO" ? null : { kind: "error", code };
    },
  });
  await attempt(async () => {
    const journal = await openSimulated(disk, { kind: "new", id: "s1" });
    witness.opened(journal.head.seq);
    for (let call = 1; call <= CALLS; call += 1) {
      await attempt(() => callOnce(journal, witness, call));
    }
    await attempt(() => journal.close());
  });
  const { operations } = disk;
  disk.begin();
  return { disk, witness, operations };
}

async function callOnce(journal: Journal, witness: Witness, call: number): Promise<void> {
  const [before, after] = [`call ${call}`, `end of ${call}`];
  witness.appended(before);
  const { seq } = await journal.append(marked.intent(before, journal));
  witness.acknowledged(seq, before);
  witness.effect(seq);
  witness.appended(after);
  const end = await journal.append(marked.completed(after, seq, "short"));
  witness.acknowledged(end.seq, after);
}

/** Whatever the disk does, what comes out has a code. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(JournalError);
  }
}

describe.each(["ENOSPC", "EIO"] as const)("D5: %s at every operation", (code) => {
  test.each([1, Number.POSITIVE_INFINITY])(
    "for %s operations: no effect without its intent, no acknowledged record lost",
    async (lasts) => {
      const { operations } = await run({ at: Number.POSITIVE_INFINITY, code, lasts: 0 });
      expect(operations).toBeGreaterThan(400);
      const step = proofSize({ whole: 1, part: 23 });
      for (let at = 1; at <= operations; at += at < 60 ? 1 : step) {
        for (const ending of ["kill", "power loss"] as const) {
          const { disk, witness } = await run({ at, code, lasts });
          if (ending === "power loss") disk.losePower(randomFrom(at));
          witness.look(disk);
          expect([at, ending, witness.problems]).toEqual([at, ending, []]);
        }
      }
    },
    600_000,
  );
});

test("a full disk still takes the outcome of a call that was begun", async () => {
  const disk = new SimulatedDisk();
  let isFull = false;
  disk.begin({
    random: randomFrom(1),
    // One write fails; the reserve gives room again for those after it.
    trouble: (_, operation) => {
      if (!isFull || operation !== "write") return null;
      isFull = false;
      return { kind: "error", code: "ENOSPC" };
    },
  });
  const journal = await openSimulated(disk, { kind: "new", id: "s1" });
  const { seq } = await journal.append(intent(journal));
  isFull = true;
  await journal.append(outcome(seq));
  await expect(journal.append(intent(journal))).rejects.toMatchObject({ code: "journal_full" });
  expect(disk.list("/home/state/journals/s1")).not.toContain("reserve");
  await journal.close();
  disk.losePower(randomFrom(1));
  const again = await openSimulated(disk, { kind: "existing", id: "s1" });
  expect([again.head.seq, again.state.doubts.size]).toEqual([4, 0]);
});
