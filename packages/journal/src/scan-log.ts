import type { Anchor } from "./anchor.js";
import { decodeLine, FIRST_PREVIOUS_HASH, hashOfLine } from "./log-line.js";
import type { JournalRecord } from "./records/journal-record.js";
import { readRecord } from "./records/read-record.js";

/** A segment's bytes, in the order of the segments. */
export interface SegmentBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Where a log stops to be a log. */
export interface BadPlace {
  /** The seq that the first bad record would have had. */
  readonly seq: number;
  readonly segment: string;
  readonly offset: number;
  readonly reason: string;
}

export interface LogScan {
  readonly records: readonly JournalRecord[];
  /** The last good record; seq 0 for none. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** Null for a log that is whole to its last byte. */
  readonly bad: BadPlace | null;
  /** The unknown major version of the first bad record, where that is what is bad about it. */
  readonly unsupportedVersion: number | null;
  /** Whether a later record proves that the bad one had been durable. */
  readonly laterProof: boolean;
}

const LINE_FEED = 0x0a;

/**
 * Reads a session's log from its bytes alone, to the first record that does not verify. A record at the anchor's place that is another one
 * does not, however well its hash fits. Pure.
 */
export function scanLog(segments: readonly SegmentBytes[], anchor: Anchor | null): LogScan {
  const records: JournalRecord[] = [];
  let head = { seq: 0, hash: FIRST_PREVIOUS_HASH };
  for (const [index, { name, bytes }] of segments.entries()) {
    let offset = 0;
    while (offset < bytes.length) {
      const end = bytes.indexOf(LINE_FEED, offset);
      const line = bytes.subarray(offset, end === -1 ? bytes.length : end + 1);
      const reading = againstAnchor(readLine(line, head), anchor);
      if (reading.kind === "bad") {
        const bad = { seq: head.seq + 1, segment: name, offset, reason: reading.reason };
        const rest = [
          bytes.subarray(offset),
          ...segments.slice(index + 1).map((later) => later.bytes),
        ];
        const unsupportedVersion = reading.unsupportedVersion;
        return { records, head, bad, unsupportedVersion, laterProof: provesDurable(rest, head) };
      }
      records.push(reading.record);
      head = { seq: reading.record.seq, hash: reading.hash };
      offset += line.length;
    }
  }
  return { records, head, bad: null, unsupportedVersion: null, laterProof: false };
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
  rest: readonly Buffer[],
  head: { readonly seq: number; readonly hash: string },
): boolean {
  let stated: string | null = null;
  let computed: string | null = null;
  for (const line of rest.flatMap((bytes) => [...linesOf(bytes)])) {
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

/** Lines with their line feeds; the last one may be without. */
export function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, offset);
    const line = bytes.subarray(offset, end === -1 ? bytes.length : end + 1);
    yield line;
    offset += line.length;
  }
}
