import type { JournalReading } from "@perspt/journal";

/** A log's state as one stable word and a sentence; null for a log that is whole. */
export function verdictReason({ verdict }: Pick<JournalReading, "verdict">): string | null {
  switch (verdict.kind) {
    case "ok":
      return null;
    case "unfinished_tail":
      return `${placeOf(verdict.at)}: ${verdict.at.reason}. A crash leaves this; it was never acknowledged, and the next opening sets it aside.`;
    case "corrupt":
      return `${placeOf(verdict.at)}: ${verdict.at.reason}. It had been acknowledged; records before it can be read.`;
    case "lost_data":
      return `Record ${verdict.anchor.seq} had been written and is gone: the log is shorter than its anchor.`;
    case "unsupported":
      return `${placeOf(verdict.at)}: it is of version ${verdict.version}, which this perspt does not know.`;
  }
}

function placeOf({
  seq,
  segment,
  offset,
}: {
  readonly seq: number;
  readonly segment: string;
  readonly offset: number;
}): string {
  return `Record ${seq} (${segment}, byte ${offset})`;
}
