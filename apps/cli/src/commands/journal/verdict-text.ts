import type { JournalReading } from "@perspt/journal";

const UNANCHORED = "Whether records are missing from the log's end cannot be told.";

/** A log's state as one stable word and a sentence; null for a log that is whole. */
export function verdictReason({
  verdict,
  anchor,
}: Pick<JournalReading, "verdict" | "anchor">): string | null {
  switch (verdict.kind) {
    case "ok":
      return null;
    case "no_anchor":
      return `Every record verifies, but there is no anchor. ${UNANCHORED}`;
    case "not_begun":
      return "perspt was stopped while it was making this session; nothing happened in it.";
    case "unfinished_tail":
      return `${placeOf(verdict.at)}: ${verdict.at.reason}. A crash leaves this; it was never acknowledged, and the next opening sets it aside.${anchor === null ? ` There is no anchor: ${UNANCHORED}` : ""}`;
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
