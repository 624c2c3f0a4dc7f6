import type { Anchor } from "./anchor.js";
import { decodeLine, FIRST_PREVIOUS_HASH } from "./log-line.js";
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
          bytes.subarray(offset + line.length),
          ...segments.slice(index + 1).map((later) => later.bytes),
        ];
        const unsupportedVersion = reading.unsupportedVersion;
        return { records, head, bad, unsupportedVersion, laterProof: provesDurable(rest, bad.seq) };
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

/** Whether any two lines after the bad one, consistent with each other, say that record `seq` had been durable. */
function provesDurable(rest: readonly Buffer[], seq: number): boolean {
  let previousStated: string | null = null;
  let previousComputed: string | null = null;
  for (const bytes of rest) {
    let offset = 0;
    while (offset < bytes.length) {
      const end = bytes.indexOf(LINE_FEED, offset);
      const line = bytes.subarray(offset, end === -1 ? bytes.length : end + 1);
      offset += line.length;
      for (const previous of [previousStated, previousComputed]) {
        if (previous === null) continue;
        const decoded = decodeLine(line, previous);
        if (decoded === null || decoded.hash !== decoded.statedHash) continue;
        const read = readRecord(decoded.json);
        if (read.kind === "read" && read.record.synced >= seq) return true;
      }
      const stated = decodeLine(line, FIRST_PREVIOUS_HASH);
      const computed =
        stated === null || previousStated === null ? null : decodeLine(line, previousStated);
      previousComputed = computed?.hash ?? null;
      previousStated = stated?.statedHash ?? null;
    }
  }
  return false;
}
