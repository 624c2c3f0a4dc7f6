import type { Anchor } from "./anchor.js";
import { decodeLine, FIRST_PREVIOUS_HASH, hashOfLine } from "./log-line.js";
import type { JournalRecord } from "./records/journal-record.js";
import { readRecord } from "./records/read-record.js";
import type { Segment } from "./segment-lines.js";

/** Where a log stops to be a log. */
export interface BadPlace {
  /** The seq that the first bad record would have had. */
  readonly seq: number;
  readonly segment: string;
  readonly offset: number;
  readonly reason: string;
}

export interface LogScan {
  /** The last good record; seq 0 for none. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** How much of each segment verifies, in bytes; the bad one's up to the bad place, and nothing of those behind it. */
  readonly verified: readonly { readonly name: string; readonly bytes: number }[];
  /** Null for a log that is whole to its last byte. */
  readonly bad: BadPlace | null;
  /** The unknown major version of the first bad record, where that is what is bad about it. */
  readonly unsupportedVersion: number | null;
  /** Whether a later record proves that the bad one had been durable. */
  readonly laterProof: boolean;
}

const LINE_FEED = 0x0a;

/**
 * Reads a session's log to the first record that does not verify, and hands on every record before it; it keeps none. A record at the
 * anchor's place that is another one does not verify, however well its hash fits. Nothing but the segments is asked.
 */
export function scanLog(
  segments: readonly Segment[],
  anchor: Anchor | null,
  take: (record: JournalRecord) => void,
): LogScan {
  const verified = segments.map(({ name }) => ({ name, bytes: 0 }));
  let head = { seq: 0, hash: FIRST_PREVIOUS_HASH };
  for (const [index, segment] of segments.entries()) {
    const { name } = segment;
    for (const { offset, bytes } of segment.lines(0)) {
      const reading = againstAnchor(readLine(bytes, head), anchor);
      if (reading.kind === "bad") {
        const bad = { seq: head.seq + 1, segment: name, offset, reason: reading.reason };
        // A segment is durable to its end before anything is written to the next one.
        const laterProof =
          provesDurable(linesFrom(segments, index, offset), head) ||
          segments.slice(index + 1).some(hasLines);
        return { head, verified, bad, unsupportedVersion: reading.unsupportedVersion, laterProof };
      }
      take(reading.record);
      head = { seq: reading.record.seq, hash: reading.hash };
      verified[index] = { name, bytes: offset + bytes.length };
    }
  }
  return { head, verified, bad: null, unsupportedVersion: null, laterProof: false };
}

function hasLines(segment: Segment): boolean {
  for (const _ of segment.lines(0)) return true;
  return false;
}

/** Every line from a place on. */
function* linesFrom(
  segments: readonly Segment[],
  index: number,
  offset: number,
): Generator<Buffer> {
  for (const [later, segment] of segments.slice(index).entries()) {
    for (const { bytes } of segment.lines(later === 0 ? offset : 0)) yield bytes;
  }
}

type LineReading =
  | { readonly kind: "good"; readonly record: JournalRecord; readonly hash: string }
  | { readonly kind: "bad"; readonly reason: string; readonly unsupportedVersion: number | null };

function readLine(
  line: Buffer,
  head: { readonly seq: number; readonly hash: string },
): LineReading {
  if (line.at(-1) !== LINE_FEED) return bad("the line has no end");
  const decoded = decodeLine(line, head.hash);
  if (decoded === null) return bad("the line does not end as a record does");
  if (decoded.hash !== decoded.statedHash) return bad("its hash does not fit");
  const read = readRecord(decoded.json);
  switch (read.kind) {
    case "invalid":
      return bad(read.reason);
    case "unsupported":
      return { ...bad(`it is of version ${read.version}`), unsupportedVersion: read.version };
    case "read":
      return read.record.seq === head.seq + 1
        ? { kind: "good", record: read.record, hash: decoded.hash }
        : bad(`expected record ${head.seq + 1}, found ${read.record.seq}`);
  }
}

function againstAnchor(reading: LineReading, anchor: Anchor | null): LineReading {
  return reading.kind === "good" &&
    reading.record.seq === anchor?.seq &&
    reading.hash !== anchor.hash
    ? bad("it is not the record that the anchor names")
    : reading;
}

function bad(reason: string) {
  return { kind: "bad", reason, unsupportedVersion: null } as const;
}

/**
 * Whether a line behind the bad one, consistent with the line before it, says that the bad record had been durable. The line before it may
 * be the bad one: what it states, or what it holds, may still be whole.
 */
function provesDurable(
  rest: Iterable<Buffer>,
  head: { readonly seq: number; readonly hash: string },
): boolean {
  let stated: string | null = null;
  let computed: string | null = null;
  for (const line of rest) {
    const isProof = [stated, computed].some(
      (hash) => hash !== null && saysDurable(line, hash, head.seq + 1),
    );
    if (isProof) return true;
    computed = hashOfLine(line, stated ?? head.hash);
    stated = decodeLine(line, FIRST_PREVIOUS_HASH)?.statedHash ?? null;
  }
  return false;
}

function saysDurable(line: Buffer, previousHash: string, seq: number): boolean {
  const decoded = decodeLine(line, previousHash);
  if (decoded === null || decoded.hash !== decoded.statedHash) return false;
  const read = readRecord(decoded.json);
  return read.kind === "read" && read.record.synced >= seq;
}
