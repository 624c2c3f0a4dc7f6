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
    switch (record.type) {
      case "intent":
        return [[`#${record.seq}`, "intent", `${record.operation}, allowed by ${record.rule}`]];
      case "refusal":
        return [[`#${record.seq}`, "refusal", `${record.operation}, denied by ${record.code}`]];
      case "outcome":
        return [[`#${record.seq}`, "outcome", `of #${record.intent}: ${record.kind}`]];
      default:
        return [];
    }
  });
  return table([{ title: "" }, { title: "in the journal" }, { title: "what" }], rows, 2);
}
