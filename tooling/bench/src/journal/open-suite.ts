import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openJournal } from "@perspt/journal";
import { type Aim, compare } from "../measure/comparison.js";
import { type Contender, type ContestTimes, holdContest, type Times } from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";
import { HOME } from "../process/node-process.js";
import { callRecord, HEADER } from "./records.js";

const execute = promisify(execFile);

const SIZE = 100 * 1024 * 1024;
const IN_FLIGHT = 512;
const OPEN = "open and verify";
const READ = "verify";
const FLOOR = "read, hash and JSON.parse";

/** A journal of 100 MB, each time in a process of its own, which tells how long it took and how much memory it had at most. */
export const opening: Suite = {
  name: "journal-open",
  async run(tell) {
    const directory = await mkdtemp(join(tmpdir(), "perspt-bench-"));
    try {
      const session = await fill(directory);
      const memory = new Map<string, number[]>();
      const told = new Map<string, number[]>();
      const contender = (name: string, text: string): Contender => ({
        name,
        async run() {
          const { stdout } = await execute(
            process.execPath,
            ["--input-type=module", "-e", `${text}\n${TELL}`],
            { cwd: HOME, env: { ...process.env, STATE: directory, SESSION: session } },
          );
          const [milliseconds = 0, megabytes = 0] = stdout.split(" ").map(Number);
          push(told, name, milliseconds);
          push(memory, name, megabytes);
        },
      });
      await holdContest(
        [contender(OPEN, OPEN_TEXT), contender(READ, READ_TEXT), contender(FLOOR, FLOOR_TEXT)],
        { rounds: 7, warmUp: 0, work: "elsewhere" },
      );
      for (const subject of [OPEN, READ]) {
        tell(compare(asContest(told), { task: "100 MB", subject, peer: FLOOR, aim: TIME }));
        tell(compare(asContest(memory), { task: "100 MB, peak MB", subject, peer: FLOOR }));
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};

const TIME: Aim = { of: "median", in: "ratio", atMost: 1.3 };

const TELL = `const took = performance.now() - start;
console.log(took, process.resourceUsage().maxRSS / 1024);`;

const OPEN_TEXT = `import { openJournal } from "@perspt/journal";
const start = performance.now();
const journal = await openJournal({
  stateDirectory: process.env.STATE, session: { kind: "existing", id: "bench" }, secrets: [],
});
await journal.close();`;

const READ_TEXT = `import { verifyJournal } from "@perspt/journal";
const start = performance.now();
const { verdict } = verifyJournal({ stateDirectory: process.env.STATE, session: "bench" }, () => {});
if (verdict.kind !== "ok") throw new Error(verdict.kind);`;

/** Every line parsed and hashed on top of the one before it, and nothing kept. */
const FLOOR_TEXT = `import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
const start = performance.now();
const directory = process.env.SESSION + "/";
let hash = "";
for (const name of readdirSync(directory).filter((name) => name.endsWith(".jsonl")).sort()) {
  const bytes = readFileSync(directory + name);
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf(10, offset) + 1;
    const line = bytes.subarray(offset, end);
    JSON.parse(line.toString("utf8"));
    hash = createHash("sha256").update(hash).update(line).digest("hex");
    offset = end;
  }
}`;

/** Resolves with the session's directory. */
async function fill(stateDirectory: string): Promise<string> {
  const journal = await openJournal({
    stateDirectory,
    session: { kind: "new", id: "bench", header: HEADER },
    secrets: [],
  });
  let next = 0;
  while ((await sizeOf(journal.directory)) < SIZE) {
    await Promise.all(
      Array.from({ length: IN_FLIGHT * 4 }, () => {
        next += 1;
        return journal.append(callRecord(next));
      }),
    );
  }
  await journal.close();
  return journal.directory;
}

/** Of the log alone: what stands beside it comes and goes. */
async function sizeOf(directory: string): Promise<number> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".jsonl"));
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(directory, name))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

function push(lists: Map<string, number[]>, name: string, value: number): void {
  lists.set(name, [...(lists.get(name) ?? []), value]);
}

function asContest(lists: ReadonlyMap<string, readonly number[]>): ContestTimes {
  return new Map([...lists].map(([name, wall]): [string, Times] => [name, { wall, cpu: [] }]));
}
