import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportSession, hasWriter, type Journal, readJournal } from "../src/index.js";
import { intent, open, outcome, stateDirectory } from "./sessions.js";

const exported = (directory: string) =>
  exportSession({ stateDirectory: directory, session: "s1", secrets: [] });

/** A call that became a task; the server names the task in its answer as well. */
async function callWithTask(journal: Journal, taskId: string): Promise<number> {
  const { seq } = await journal.append(intent(journal));
  await journal.append({
    type: "leg",
    intent: seq,
    number: 1,
    kind: "send",
    method: "tools/call",
    stage: "answered",
    answer: "task",
    code: null,
    message: null,
    content: { taskId, note: `poll ${taskId} soon` },
    taskId,
  });
  return seq;
}

test("an export holds no task id, wherever it stands, and still tells one task from another", async () => {
  const directory = stateDirectory();
  const journal = await open(directory);
  const first = await callWithTask(journal, "task-4711-abcdef");
  await callWithTask(journal, "7");
  await journal.append(outcome(first, { count: "7", text: "task-4711-abcdef in 7 days" }));
  await journal.close();
  const { records } = exported(directory);
  expect(JSON.stringify(records)).not.toContain("4711");
  expect(records[3]).toMatchObject({
    taskId: "[task 1]",
    content: { value: { taskId: "[task 1]", note: "poll [task 1] soon" } },
  });
  expect(records[5]).toMatchObject({ taskId: "[task 2]" });
  // A short id is only known as a whole text.
  expect(records[6]).toMatchObject({
    result: { value: { count: "[task 2]", text: "[task 1] in 7 days" } },
  });
});

test("an export has its payloads in it, and says which are lost", async () => {
  const directory = stateDirectory();
  const journal = await open(directory);
  const long = (letter: string) => ({ text: letter.repeat(70_000) });
  for (const letter of ["a", "b"]) {
    const { seq } = await journal.append(intent(journal));
    await journal.append(outcome(seq, long(letter)));
  }
  await journal.close();
  const { records } = readJournal({ stateDirectory: directory, session: "s1" });
  const last = records.at(-1);
  if (last?.type !== "outcome" || last.result?.kind !== "blob") throw new Error("no blob");
  rmSync(join(journal.directory, "blobs", last.result.sha256));
  const results = exported(directory).records.map((record) => record["result"]);
  expect(results[3]).toEqual({ kind: "inline", value: long("a") });
  expect(results[5]).toEqual({ kind: "lost", sha256: last.result.sha256, code: "blob_missing" });
});

test("of a damaged log, what stands behind the damage is told apart from what is proved", async () => {
  const directory = stateDirectory();
  const journal = await open(directory);
  for (let call = 0; call < 3; call += 1) {
    const { seq } = await journal.append(intent(journal));
    await journal.append(outcome(seq));
  }
  await journal.close();
  const segment = join(journal.directory, "segment-000001.jsonl");
  const lines = readFileSync(segment, "utf8").split("\n");
  const spoilt = lines.map((line, index) =>
    index === 3 ? line.replace('"completed"', '"COMPLETED"') : index === 5 ? "not a record" : line,
  );
  writeFileSync(segment, spoilt.join("\n"));
  const { records, salvaged, verdict } = exported(directory);
  expect(verdict).toMatchObject({ kind: "corrupt", at: { seq: 4 } });
  expect(records).toHaveLength(3);
  const offsetOf = (index: number) => Buffer.byteLength(`${spoilt.slice(0, index).join("\n")}\n`);
  const place = (index: number) => ({ segment: "segment-000001.jsonl", offset: offsetOf(index) });
  expect(salvaged).toMatchObject([
    { kind: "unreadable", ...place(3), bytes: (spoilt[3]?.length ?? 0) + 1 },
    // The line before it states the hash that it was made with.
    { kind: "record", ...place(4), isLinked: true, record: { seq: 5, type: "intent" } },
    { kind: "unreadable", ...place(5), bytes: 13 },
    { kind: "record", ...place(6), isLinked: false, record: { seq: 7, type: "intent" } },
    { kind: "record", ...place(7), isLinked: true, record: { seq: 8, type: "outcome" } },
  ]);
});

test("a session has a writer until it is closed; asking is in nobody's way", async () => {
  const directory = stateDirectory();
  const journal = await open(directory);
  const asked = { stateDirectory: directory, session: "s1" };
  expect(await hasWriter(asked)).toBe(true);
  expect(await hasWriter(asked)).toBe(true);
  await journal.append(intent(journal));
  await journal.close();
  expect(await hasWriter(asked)).toBe(false);
  expect(await hasWriter({ ...asked, session: "none" })).toBe(false);
});
