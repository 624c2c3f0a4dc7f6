import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pendingDoubts, readJournal } from "../src/index.js";
import { LONG_RESULT, writeGoldenSession } from "./golden/golden-session.js";
import { reopen, stateDirectory } from "./sessions.js";

/** Written once, read for ever: see the README beside it. */
const GOLDEN = fileURLToPath(new URL("./golden/version-1", import.meta.url));

const TYPES = [
  "segment",
  "session",
  "grant",
  "catalog",
  "admission",
  "model_turn",
  "intent",
  "outcome",
  "refusal",
  "approval",
  "intent",
  "elicitation",
  "sampling",
  "segment",
  "leg",
  "leg",
  "outcome",
  "intent",
  "rekey",
  "resolved",
  "intent",
  "outcome",
  "approval",
  "end",
  "later",
];

/** The lines of a session's segments, in order. */
function linesOf(directory: string): readonly string[] {
  const session = join(directory, "journals/golden");
  return readdirSync(session)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(join(session, name), "utf8").trimEnd().split("\n"));
}

function copied(): string {
  const directory = stateDirectory();
  cpSync(GOLDEN, directory, { recursive: true });
  return directory;
}

test("a journal of version 1 reads as it was written, record by record", () => {
  const { records, head, anchor, verdict } = readJournal({
    stateDirectory: GOLDEN,
    session: "golden",
  });
  expect(verdict).toEqual({ kind: "ok" });
  expect([head.seq, anchor?.seq]).toEqual([25, 24]);
  const lines = linesOf(GOLDEN);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject(
    TYPES.map((type, index) => ({ v: 1, seq: index + 1, type })),
  );
  expect(lines.at(-1)?.slice(-66)).toBe(`${head.hash}"}`);
  for (const [index, record] of records.entries()) {
    const line = lines[index] ?? "";
    const body = `${line.slice(0, line.lastIndexOf(',"hash":'))}}`;
    if (record.type === "unknown") {
      expect([record.recordedType, record.text]).toEqual(["later", body]);
    } else {
      // Nothing of it is dropped, and nothing added.
      expect(JSON.parse(body)).toEqual(record);
    }
  }
});

test("a journal of version 1 adds up to what it added up to", () => {
  const reading = readJournal({ stateDirectory: GOLDEN, session: "golden" });
  const { state, records } = reading;
  expect(state.session).toMatchObject({ mode: "agent", workspace: "/home/user/project" });
  expect(state.grant?.capability.callBudget).toBe(10);
  expect([...state.catalogs.keys(), ...state.admissions.keys()]).toEqual(["docs", "docs"]);
  expect([...state.approvals.keys()]).toEqual([23]);
  expect([...state.sampling]).toEqual([["docs", { requests: 1, tokens: 12 }]]);
  expect([state.seq, state.callsSpent, state.ended]).toEqual([25, 4, false]);
  expect([...state.doubts.values()]).toEqual([
    {
      intent: 11,
      operation: "mcp.docs.search",
      server: "docs",
      effect: "search",
      risk: "low",
      touches: [
        { kind: "value", family: "docs", value: "z", access: "read" },
        { kind: "path", path: "/home/user/project", access: "read" },
        { kind: "rate_limit", provider: "docs" },
        { kind: "workspace" },
      ],
      binding: {
        epoch: 1,
        endpointIdentity: "sha256:e1",
        policyDigest: "sha256:p1",
        toolDigest: "sha256:t1",
      },
      callKey: "sha256:a047852f42f9a9db09e228f76fa76cc2be0565f1e1579cbea27324eae9ef7c9a",
      at: 1_796_083_211_000,
      cause: "uncertain",
      code: "timeout",
      taskId: "task-77",
    },
  ]);
  expect(pendingDoubts({ stateDirectory: GOLDEN })).toHaveLength(1);
  const [, , , , , , , outcome] = records;
  if (outcome?.type !== "outcome" || outcome.result === null) throw new Error("no outcome");
  expect(outcome.result.kind).toBe("blob");
  expect(reading.load(outcome.result)).toEqual(LONG_RESULT);
});

test("a journal of version 1 is continued, and its doubt settled", async () => {
  const directory = copied();
  const journal = await reopen(directory, { session: { kind: "existing", id: "golden" } });
  await journal.append({ type: "resolved", intent: 11, verdict: "did", note: "It was there." });
  await journal.close();
  const { records, state, verdict } = readJournal({ stateDirectory: directory, session: "golden" });
  expect(verdict).toEqual({ kind: "ok" });
  expect(records.slice(25).map(({ type }) => type)).toEqual(["rekey", "resolved"]);
  expect(state.doubts.size).toBe(0);
  expect(existsSync(join(directory, "unsettled/golden"))).toBe(false);
});

test("what is written today has the form of version 1, byte for byte but for what depends on the key", async () => {
  const directory = stateDirectory();
  await writeGoldenSession(directory);
  expect(linesOf(directory).map(withoutKeyed)).toEqual(linesOf(GOLDEN).map(withoutKeyed));
});

/** A line without the digests of redacted values, and without those over a line that holds one. */
function withoutKeyed(line: string): string {
  return line
    .replaceAll(/"redacted":"[0-9a-f]{32}"/g, '"redacted":"…"')
    .replaceAll(/\[redacted [0-9a-f]{32}\]/g, "[redacted …]")
    .replaceAll(/"(prev|hash)":"[0-9a-f]{64}"/g, '"$1":"…"')
    .replaceAll(/"(argumentsDigest|callKey)":"sha256:[0-9a-f]{64}"/g, '"$1":"…"');
}
