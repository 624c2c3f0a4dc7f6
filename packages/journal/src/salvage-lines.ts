import { decodeLine } from "./log-line.js";
import type { JournalRecord } from "./records/journal-record.js";
import { readRecord } from "./records/read-record.js";
import type { BadPlace } from "./scan-log.js";
import type { Segment } from "./segment-lines.js";

/** A line behind the first bad record, that one included. Nothing proves what it says. */
export type SalvagedLine =
  | {
      readonly kind: "record";
      readonly segment: string;
      readonly offset: number;
      /** Whether it follows from the line before it by that line's own word; a piece of the chain, though not tied to its beginning. */
      readonly isLinked: boolean;
      readonly record: JournalRecord;
    }
  | {
      readonly kind: "unreadable";
      readonly segment: string;
      readonly offset: number;
      readonly bytes: number;
    };

/** Whatever can still be read behind the place where a log stops to verify. */
export function salvageLines(segments: readonly Segment[], bad: BadPlace): readonly SalvagedLine[] {
  const first = segments.findIndex(({ name }) => name === bad.segment);
  const salvaged: SalvagedLine[] = [];
  let stated: string | null = null;
  for (const [index, segment] of segments.slice(first).entries()) {
    for (const { offset, bytes } of segment.lines(index === 0 ? bad.offset : 0)) {
      salvaged.push({ ...salvageLine(bytes, stated), segment: segment.name, offset });
      stated = decodeLine(bytes, "")?.statedHash ?? null;
    }
  }
  return salvaged;
}

type LineContent =
  | { readonly kind: "record"; readonly isLinked: boolean; readonly record: JournalRecord }
  | { readonly kind: "unreadable"; readonly bytes: number };

function salvageLine(line: Buffer, stated: string | null): LineContent {
  const decoded = decodeLine(line, stated ?? "");
  const read = decoded === null ? null : readRecord(decoded.json);
  if (decoded === null || read?.kind !== "read") return { kind: "unreadable", bytes: line.length };
  const isLinked = stated !== null && decoded.hash === decoded.statedHash;
  return { kind: "record", isLinked, record: read.record };
}
