import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ourStdio } from "../client/our-client.js";
import { type BenchHost, LOCAL, openBenchHost, REMOTE } from "../governance/bench-host.js";
import { type Aim, compare } from "../measure/comparison.js";
import { type Contender, type ContestTimes, holdContest, type Times } from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";
import { openSyncedFile } from "./floor.js";

/** About what an intent and an outcome take up. */
const RECORD = Buffer.alloc(2048, "{}\n");

const GOVERNED = "governed";
const UNGOVERNED = "ungoverned";
const FLOOR = "2 × write + fdatasync";
const OVERHEAD = "overhead";
const AIM: Aim = { of: "median", in: "ratio", atMost: 1.3 };

/** What a call costs more for being governed: two durable records, and all that is decided and checked around them. */
export const overhead: Suite = {
  name: "journal-overhead",
  async run(tell) {
    const directory = await mkdtemp(join(tmpdir(), "perspt-bench-"));
    const file = openSyncedFile(join(directory, "floor"));
    const host = await openBenchHost();
    const { client } = await ourStdio()();
    const floor: Contender = {
      name: FLOOR,
      async run() {
        await file.append(RECORD);
        await file.append(RECORD);
      },
    };
    try {
      for (const [task, governed, ungoverned] of [
        ["call over stdio", remote(host), () => client.call(40)],
        ["call that does nothing", local(host), () => Promise.resolve()],
      ] as const) {
        const contest = await holdContest(
          [{ name: GOVERNED, run: governed }, { name: UNGOVERNED, run: ungoverned }, floor],
          { rounds: 600, warmUp: 100 },
        );
        tell(compare(contest, { task, subject: GOVERNED, peer: UNGOVERNED }));
        const withOverhead = new Map([...contest, [OVERHEAD, overheadOf(contest)]]);
        tell(compare(withOverhead, { task, subject: OVERHEAD, peer: FLOOR, aim: AIM }));
      }
    } finally {
      await client.close();
      await host.close();
      file.close();
      await rm(directory, { recursive: true });
    }
  },
};

function remote(host: BenchHost): () => Promise<void> {
  return () => host.call(REMOTE, { length: 40, text: "a text" });
}

function local(host: BenchHost): () => Promise<void> {
  return () => host.call(LOCAL, { text: "a text" });
}

/** Round by round, what the governed call took longer than the other one. */
function overheadOf(contest: ContestTimes): Times {
  const governed = contest.get(GOVERNED);
  const ungoverned = contest.get(UNGOVERNED);
  if (governed === undefined || ungoverned === undefined) throw new TypeError("nobody took part");
  const beyond = (ours: readonly number[], theirs: readonly number[]) =>
    ours.map((time, round) => time - (theirs[round] ?? 0));
  return {
    wall: beyond(governed.wall, ungoverned.wall),
    cpu: beyond(governed.cpu, ungoverned.cpu),
  };
}
