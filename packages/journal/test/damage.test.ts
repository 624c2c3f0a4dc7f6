import { basename, dirname } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { appendAll } from "../src/append-all.js";
import { JournalError, readJournal } from "../src/index.js";
import { proofSize } from "./proof-size.js";
import { intent, outcome } from "./sessions.js";
import { randomFrom } from "./simulated-disk/random.js";
import { SimulatedDisk } from "./simulated-disk/simulated-disk.js";
import { openSimulated, STATE_DIRECTORY } from "./simulation/open-simulated.js";

const SESSION = `${STATE_DIRECTORY}/journals/s1`;
const SEGMENT = `${SESSION}/segment-000001.jsonl`;
const ANCHOR = `${SESSION}/anchor.json`;

/** A session's files as they were left. */
type Files = ReadonlyMap<string, Buffer>;

function diskWith(files: Files): SimulatedDisk {
  const disk = new SimulatedDisk();
  const makeDirectory = (path: string): void => {
    if (disk.status(path).kind !== "missing") return;
    makeDirectory(dirname(path));
    disk.makeDirectory(path);
  };
  for (const [path, bytes] of files) {
    makeDirectory(dirname(path));
    const file = disk.create(path);
    appendAll(file, bytes);
  }
  return disk;
}

/** A log of some length, every fourth of its calls with a result that fills a good part of it. */
async function written(bytes: number, anchorEvery: number): Promise<Files> {
  const disk = new SimulatedDisk();
  const limits = { segmentBytes: 1_000_000, anchorEvery, reserveBytes: 1 };
  const journal = await openSimulated(disk, { kind: "new", id: "s1" }, { limits });
  const long = "x".repeat(bytes / 8);
  for (let call = 1; disk.read(SEGMENT).length < bytes; call += 1) {
    const { seq } = await journal.append(intent(journal, { query: `q${call}` }));
    if (call % 5 !== 0) await journal.append(outcome(seq, { text: call % 4 === 0 ? long : "x" }));
  }
  const { seq } = await journal.append(intent(journal));
  await journal.append(outcome(seq, { text: "kept apart ".repeat(7_000) }));
  const names = disk
    .list(SESSION)
    .filter((name) => disk.status(`${SESSION}/${name}`).kind === "file");
  const blobs = disk.list(`${SESSION}/blobs`).map((name) => `blobs/${name}`);
  return new Map(
    [...names, ...blobs].map((name) => [`${SESSION}/${name}`, disk.read(`${SESSION}/${name}`)]),
  );
}

function segmentOf(files: Files): Buffer {
  return files.get(SEGMENT) ?? Buffer.alloc(0);
}

function readingOf(files: Files) {
  return readJournal({ stateDirectory: STATE_DIRECTORY, session: "s1", files: diskWith(files) });
}

/** Where each record ends. */
function endsOf(log: Buffer): readonly number[] {
  const ends: number[] = [];
  for (let end = log.indexOf(0x0a); end !== -1; end = log.indexOf(0x0a, end + 1))
    ends.push(end + 1);
  return ends;
}

describe("D2: a log that ends anywhere", () => {
  const BYTES = 64 * 1024;
  let files: Files;
  let log: Buffer;
  let ends: readonly number[];

  beforeAll(async () => {
    // No anchor but the first one: nothing says how long the log was.
    files = await written(BYTES, Number.POSITIVE_INFINITY);
    log = segmentOf(files);
    ends = endsOf(log);
  });

  const wholeBefore = (cut: number): number => ends.filter((end) => end <= cut).length;

  /** Cuts the log, opens it, appends one record, and gives the disk. */
  async function cutAndAppend(bytes: Buffer, cut: number): Promise<SimulatedDisk> {
    const disk = diskWith(new Map(files).set(SEGMENT, bytes.subarray(0, cut)));
    const journal = await openSimulated(disk, { kind: "existing", id: "s1" });
    const whole = endsOf(bytes).filter((end) => end <= cut).length;
    expect([cut, journal.head.seq]).toEqual([cut, whole]);
    expect([cut, journal.recovery === null]).toEqual([cut, endsOf(bytes).includes(cut)]);
    await journal.append({ type: "end", reason: "appended after a cut" });
    return disk;
  }

  function expectAppended(disk: SimulatedDisk, cut: number, records: number): void {
    const reading = readJournal({ stateDirectory: STATE_DIRECTORY, session: "s1", files: disk });
    expect([cut, reading.verdict.kind, reading.records.length]).toEqual([cut, "ok", records]);
    expect(reading.records.at(-1)).toMatchObject({ reason: "appended after a cut" });
  }

  test("gives back exactly the records that end before it, and takes the next one", async () => {
    expect(log.length).toBeGreaterThanOrEqual(BYTES);
    const step = proofSize({ whole: 1, part: 97 });
    const isNearEnd = (cut: number): boolean => ends.some((end) => Math.abs(cut - end) <= 1);
    for (let cut = ends[1] ?? 0; cut <= log.length; cut += 1) {
      if (cut % step !== 0 && !isNearEnd(cut)) continue;
      const disk = await cutAndAppend(log, cut);
      expectAppended(disk, cut, wholeBefore(cut) + 1);
    }
  }, 900_000);

  test("and again after that", async () => {
    const random = randomFrom(2);
    const first = ends[1] ?? 0;
    for (let pair = 0; pair < proofSize({ whole: 5_000, part: 200 }); pair += 1) {
      const cut = first + random.below(log.length - first);
      const bytes = (await cutAndAppend(log, cut)).read(SEGMENT);
      const again = first + random.below(bytes.length - first);
      const disk = await cutAndAppend(bytes, again);
      expectAppended(disk, again, endsOf(bytes).filter((end) => end <= again).length + 1);
    }
  }, 900_000);

  test("before its first two records had been acknowledged, it is refused", async () => {
    for (let cut = 0; cut < (ends[1] ?? 0); cut += 1) {
      const disk = diskWith(new Map(files).set(SEGMENT, log.subarray(0, cut)));
      await expect(openSimulated(disk, { kind: "existing", id: "s1" })).rejects.toMatchObject({
        code: endsOf(log).includes(cut) || cut === 0 ? "journal_lost_data" : "journal_corrupt",
      });
    }
  });
});

describe("D3, T75: a single bit that is flipped", () => {
  const FLIPS = proofSize({ whole: 10_000, part: 1_000 });

  function flipped(bytes: Buffer, bit: number): Buffer {
    const copy = Buffer.from(bytes);
    const index = Math.floor(bit / 8);
    copy[index] = (copy[index] ?? 0) ^ (1 << (bit % 8));
    return copy;
  }

  const verdictWith = (files: Files) => readingOf(files).verdict;

  test(`in the log, ${FLIPS} times: always seen, and refused with its place where it had been acknowledged`, async () => {
    const files = await written(12 * 1024, 6);
    const log = segmentOf(files);
    const ends = endsOf(log);
    const { anchor } = readingOf(files);
    const anchorSeq = anchor?.seq ?? 0;
    expect(anchorSeq).toBeGreaterThan(8);
    expect(ends.length).toBeGreaterThan(anchorSeq);
    const random = randomFrom(3);
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const bit = random.below(log.length * 8);
      const seq = ends.findIndex((end) => end > bit / 8) + 1;
      const verdict = verdictWith(new Map(files).set(SEGMENT, flipped(log, bit)));
      const at = { seq, segment: basename(SEGMENT), offset: ends[seq - 2] ?? 0 };
      // Later records say that it was durable, or the anchor does; only the last two have neither.
      const kinds =
        seq <= Math.max(anchorSeq, ends.length - 2) ? ["corrupt"] : ["corrupt", "unfinished_tail"];
      expect([bit, verdict]).toMatchObject([bit, { at }]);
      expect(kinds).toContain(verdict.kind);
    }
  }, 600_000);

  test("in the anchor, each bit: never taken for a whole journal", async () => {
    const files = await written(4 * 1024, 6);
    const anchor = files.get(ANCHOR) ?? Buffer.alloc(0);
    for (let bit = 0; bit < anchor.length * 8; bit += 1) {
      const { kind } = verdictWith(new Map(files).set(ANCHOR, flipped(anchor, bit)));
      expect(["no_anchor", "corrupt", "lost_data"]).toContain(kind);
    }
  });

  test("in a payload that is kept apart: told for that record alone", async () => {
    const files = await written(4 * 1024, 6);
    const [path = "", blob = Buffer.alloc(0)] =
      [...files].find(([name]) => name.includes("/blobs/")) ?? [];
    const random = randomFrom(4);
    for (let flip = 0; flip < 50; flip += 1) {
      const bit = random.below(blob.length * 8);
      const reading = readingOf(new Map(files).set(path, flipped(blob, bit)));
      expect(reading.verdict).toEqual({ kind: "ok" });
      const codes = reading.records.flatMap((record) => {
        if (record.type !== "outcome" || record.result === null) return [];
        try {
          reading.load(record.result);
          return [];
        } catch (error) {
          return error instanceof JournalError ? [error.code] : ["unexpected"];
        }
      });
      expect(codes).toEqual(["blob_corrupt"]);
    }
  });
});

describe("T75: a log without its anchor", () => {
  test("is told to be so: nobody can say whether its end is missing", async () => {
    const files = new Map(await written(4 * 1024, 6));
    files.delete(ANCHOR);
    expect(readingOf(files).verdict).toEqual({ kind: "no_anchor" });
    expect(readingOf(files).anchor).toBe(null);
    const log = segmentOf(files);
    const shorter = readingOf(new Map(files).set(SEGMENT, log.subarray(0, endsOf(log)[5])));
    expect(shorter.verdict).toEqual({ kind: "no_anchor" });
  });

  test("has one again once it was opened", async () => {
    const files = new Map(await written(4 * 1024, 6));
    files.delete(ANCHOR);
    const disk = diskWith(files);
    const { head } = await openSimulated(disk, { kind: "existing", id: "s1" });
    const reading = readJournal({ stateDirectory: STATE_DIRECTORY, session: "s1", files: disk });
    expect([reading.verdict, reading.anchor]).toEqual([{ kind: "ok" }, head]);
  });

  test("a log that was written anew, hashes and all, is not the one that its anchor names", async () => {
    const files = await written(4 * 1024, 6);
    const other = await written(4 * 1024, 6);
    // The same calls at other times: every hash fits, and none is the same.
    const forged = new Map(files).set(SEGMENT, segmentOf(other));
    const { verdict } = readingOf(forged);
    expect(verdict).toMatchObject({
      kind: "corrupt",
      at: { reason: "it is not the record that the anchor names" },
    });
  });
});
