import { expect, test } from "vitest";
import { JournalError, readJournal, verifyJournal } from "../src/index.js";
import { intent, open, outcome, stateDirectory } from "./sessions.js";

test("verifying a session hands on what reading it keeps", async () => {
  const directory = stateDirectory();
  const journal = await open(directory);
  const { seq } = await journal.append(intent(journal));
  await journal.append(outcome(seq));
  await journal.append({ type: "end", reason: "done" });
  await journal.close();
  const session = { stateDirectory: directory, session: journal.session };
  const { records, ...read } = readJournal(session);
  const handedOn: unknown[] = [];
  const verified = verifyJournal(session, (record) => {
    handedOn.push(record);
  });
  expect(handedOn).toEqual(records);
  expect({ ...verified, load: null }).toEqual({ ...read, load: null });
  expect(() => verifyJournal({ ...session, session: "none" }, () => {})).toThrow(JournalError);
});
