import {
  type JournalReading,
  type JournalRecord,
  listSessions,
  readJournal,
} from "@perspt/journal";
import { type Block, table } from "../../output/blocks.js";

/** The newest session of a state directory, read from the disk; null where there is none. */
export function newestSession(stateDirectory: string): JournalReading | null {
  const session = listSessions({ stateDirectory }).at(-1);
  return session === undefined ? null : readJournal({ stateDirectory, session });
}

/** The intents, outcomes and refusals of a session as they lie on the disk. */
export function recordBlocks(records: readonly JournalRecord[]): Block {
  const rows = records.flatMap((record) => {
    const what = callText(record);
    return what === null ? [] : [[`#${record.seq}`, record.type, what]];
  });
  return table([{ title: "" }, { title: "in the journal" }, { title: "what" }], rows, 2);
}

/** Null for a record that is about no call. */
function callText(record: JournalRecord): string | null {
  if (record.type === "intent") return `${record.operation}, allowed by ${record.rule}`;
  if (record.type === "refusal") return `${record.operation}, denied by ${record.code}`;
  return record.type === "outcome" ? `of #${record.intent}: ${record.kind}` : null;
}
