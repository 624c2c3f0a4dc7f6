import type { JournalReading } from "@perspt/journal";
import { ACCEPT_OPERATION } from "../gate/accept-operation.js";

/** Whether the session's change is in the person's tree already: its acceptance completed, or was found to have. */
export function wasAccepted({ records }: Pick<JournalReading, "records">): boolean {
  const acceptances = new Set(
    records.flatMap((record) =>
      record.type === "intent" && record.operation === ACCEPT_OPERATION ? [record.seq] : [],
    ),
  );
  return records.some(
    (record) =>
      ((record.type === "outcome" && record.kind === "completed") ||
        (record.type === "resolved" && record.verdict === "did")) &&
      acceptances.has(record.intent),
  );
}
