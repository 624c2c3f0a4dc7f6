import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Journal, openJournal } from "@perspt/journal";
import { type Aim, compare } from "../measure/comparison.js";
import { holdContest } from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";
import { openSyncedFile, type SyncedFile } from "./floor.js";
import { callRecord, HEADER } from "./records.js";

const AIM: Aim = { of: "median", in: "ratio", atMost: 1.3 };

/** Records that wait at the same time share a sync: the floor writes as many at once and syncs once. */
export const groupCommit: Suite = {
  name: "journal-commit",
  async run(tell) {
    const directory = await mkdtemp(join(tmpdir(), "perspt-bench-"));
    const file = openSyncedFile(join(directory, "floor"));
    const journal = await openJournal({
      stateDirectory: directory,
      session: { kind: "new", id: "bench", header: HEADER },
      secrets: [],
    });
    try {
      for (const inFlight of [1, 8, 32, 128]) {
        const records = Math.max(32, inFlight * 4);
        const contest = await holdContest(
          [
            { name: "journal", run: () => appendMany(journal, records, inFlight) },
            { name: "write + fdatasync", run: () => writeMany(file, records, inFlight) },
          ],
          { rounds: 60, warmUp: 10 },
        );
        const task = `${records} records, ${inFlight} in flight`;
        tell(compare(contest, { task, subject: "journal", peer: "write + fdatasync", aim: AIM }));
      }
    } finally {
      await journal.close();
      file.close();
      await rm(directory, { recursive: true });
    }
  },
};

/** As many as are to be in flight are, until none is left. */
async function appendMany(journal: Journal, records: number, inFlight: number): Promise<void> {
  let left = records;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await journal.append(callRecord(left));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}

async function writeMany(file: SyncedFile, records: number, inFlight: number): Promise<void> {
  const batch = Buffer.concat(
    Array.from({ length: inFlight }, (_, index) =>
      Buffer.from(`${JSON.stringify(callRecord(index))}\n`),
    ),
  );
  for (let left = records; left > 0; left -= inFlight) await file.append(batch);
}
