import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { JournalError, listSessions, pendingDoubts, readJournal } from "../src/index.js";
import { HEADER, intent, open, outcome, reopen, stateDirectory } from "./sessions.js";

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return "done";
  } catch (error) {
    if (error instanceof JournalError) return error.code;
    throw error;
  }
}

const segment = (directory: string) => join(directory, "journals/s1/segment-000001.jsonl");

describe("what is written", () => {
  test("each line is JSON, and ends with exactly 76 bytes of hash", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    const { seq } = await journal.append(intent(journal));
    await journal.append(outcome(seq));
    await journal.close();
    const lines = readFileSync(segment(directory), "utf8").trimEnd().split("\n");
    const types = ["segment", "session", "intent", "outcome"];
    for (const [index, line] of lines.entries()) {
      expect(JSON.parse(line)).toMatchObject({ type: types[index], seq: index + 1 });
    }
    expect(lines).toHaveLength(types.length);
    for (const line of lines)
      expect(`${line}\n`.slice(-76)).toMatch(/^,"hash":"[0-9a-f]{64}"\}\n$/);
    expect(JSON.parse(lines[3] ?? "")).toMatchObject({
      seq: 4,
      synced: 3,
      intent: 3,
      kind: "completed",
    });
  });

  test("T76: directories and files are for their owner alone", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    await journal.append(intent(journal));
    await journal.close();
    const session = join(directory, "journals/s1");
    expect(statSync(session).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(session)) {
      expect([name, statSync(join(session, name)).mode & 0o077]).toEqual([name, 0]);
    }
  });

  test("calls at once share a sync, and keep the order in which they were queued", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    const positions = await Promise.all(
      Array.from({ length: 50 }, () => journal.append(intent(journal))),
    );
    expect(positions.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 3),
    );
    await journal.close();
    const { records } = readJournal({ stateDirectory: directory, session: "s1" });
    expect(new Set(records.slice(2).map(({ synced }) => synced)).size).toBeLessThan(50);
  });

  test("a payload over 64 KiB stands in a file of its own, and reads back whole", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    const { seq } = await journal.append(intent(journal));
    const result = { content: [{ type: "text", text: "x".repeat(100_000) }] };
    await journal.append(outcome(seq, result));
    await journal.close();
    const reading = readJournal({ stateDirectory: directory, session: "s1" });
    const last = reading.records.at(-1);
    if (last?.type !== "outcome" || last.result === null) throw new Error("no outcome");
    expect(last.result.kind).toBe("blob");
    expect(reading.load(last.result)).toEqual(result);
    if (last.result.kind === "blob")
      rmSync(join(directory, "journals/s1/blobs", last.result.sha256));
    expect(() => reading.load(last.result ?? { kind: "inline", value: null })).toThrow(
      expect.objectContaining({ code: "blob_missing" }),
    );
    expect(readJournal({ stateDirectory: directory, session: "s1" }).verdict).toEqual({
      kind: "ok",
    });
  });

  test("a log rolls at 16 MiB, and its chain goes on", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    const long = { content: "x".repeat(60_000) };
    for (let index = 0; index < 300; index += 1) {
      const { seq } = await journal.append(intent(journal));
      await journal.append(outcome(seq, long));
    }
    await journal.close();
    const reading = readJournal({ stateDirectory: directory, session: "s1" });
    expect(reading.verdict).toEqual({ kind: "ok" });
    expect(reading.records.filter(({ type }) => type === "segment")).toHaveLength(2);
    expect(reading.records.filter(({ type }) => type === "outcome")).toHaveLength(300);
    const again = await reopen(directory);
    await again.append(intent(again));
    await again.close();
  });
});

describe("doubts", () => {
  test("an intent is in doubt until its outcome, and an uncertain one after it", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    const first = await journal.append(intent(journal));
    const second = await journal.append(intent(journal));
    await journal.append(outcome(first.seq));
    await journal.append({
      type: "outcome",
      intent: second.seq,
      kind: "uncertain",
      mayHaveRun: true,
      result: null,
      error: { code: "timeout", message: "", hint: null, serverError: null },
      taskId: null,
      durationMs: 1,
    });
    expect([...journal.state.doubts.values()]).toMatchObject([
      { intent: second.seq, cause: "uncertain", code: "timeout" },
    ]);
    await journal.close();
    expect(pendingDoubts({ stateDirectory: directory })).toMatchObject([
      { session: "s1", doubt: { intent: second.seq } },
    ]);
    const again = await reopen(directory);
    await again.append({
      type: "resolved",
      intent: second.seq,
      verdict: "did_not",
      note: "looked",
    });
    await again.close();
    expect(pendingDoubts({ stateDirectory: directory })).toEqual([]);
    expect(readdirSync(join(directory, "unsettled"))).toEqual([]);
  });

  test("an outcome for what is not open is refused", async () => {
    const journal = await open(stateDirectory());
    expect(await codeOf(journal.append(outcome(99)))).toBe("intent_not_open");
  });
});

describe("one writer", () => {
  test("D8: a second one is refused, and the lock is free when the first closes", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    expect(await codeOf(reopen(directory))).toBe("journal_locked");
    await journal.close();
    await (await reopen(directory)).close();
  });

  test("a session's name is taken once", async () => {
    const directory = stateDirectory();
    await (await open(directory)).close();
    expect(await codeOf(open(directory))).toBe("session_exists");
  });

  test.each(["../x", "a/b", "", ".hidden", "x".repeat(65)])("%s is no session id", async (id) => {
    expect(
      await codeOf(open(stateDirectory(), { session: { kind: "new", id, header: HEADER } })),
    ).toBe("invalid_session_id");
  });

  test("T76: a session that is a link is not followed", async () => {
    const directory = stateDirectory();
    mkdirSync(join(directory, "journals"));
    symlinkSync(stateDirectory(), join(directory, "journals/s1"));
    expect(await codeOf(reopen(directory))).toBe("unsafe_path");
  });

  test("a file that something else wrote to is written no more", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    appendFileSync(segment(directory), "x");
    expect(await codeOf(journal.append(intent(journal)))).toBe("journal_changed");
    expect(await codeOf(journal.append(intent(journal)))).toBe("journal_changed");
  });
});

describe("after a crash", () => {
  async function written() {
    const directory = stateDirectory();
    const journal = await open(directory);
    for (let index = 0; index < 4; index += 1) {
      const { seq } = await journal.append(intent(journal, { query: `q${index}` }));
      if (index < 3) await journal.append(outcome(seq));
    }
    const log = readFileSync(segment(directory));
    await journal.close();
    rmSync(join(directory, "journals/s1/anchor.json"));
    return { directory, log };
  }

  test("damage with later records behind it is corruption, not an unfinished end", async () => {
    const { directory, log } = await written();
    const damaged = Buffer.from(log);
    damaged.fill(0, 500, 540);
    writeFileSync(segment(directory), damaged);
    expect(await codeOf(reopen(directory))).toBe("journal_corrupt");
  });

  test("a log that is shorter than its anchor lost acknowledged records", async () => {
    const directory = stateDirectory();
    const journal = await open(directory);
    await journal.append(intent(journal));
    await journal.close();
    const lines = readFileSync(segment(directory), "utf8").split("\n");
    truncateSync(segment(directory), Buffer.byteLength(`${lines.slice(0, 2).join("\n")}\n`));
    expect(await codeOf(reopen(directory))).toBe("journal_lost_data");
  });

  test("what was cut off is kept aside", async () => {
    const { directory, log } = await written();
    writeFileSync(segment(directory), log.subarray(0, log.length - 10));
    const journal = await reopen(directory);
    expect(readFileSync(journal.recovery?.keptAt ?? "").length).toBe(journal.recovery?.bytes);
    await journal.close();
  });
});

describe("T77: secrets", () => {
  test("known values are gone in five spellings, and secret names are gone whatever they hold", async () => {
    const secret = 'canary-"secret"/+ü';
    const bytes = Buffer.from(secret);
    const directory = stateDirectory();
    const journal = await open(directory, { secrets: [secret] });
    const spellings = [
      secret,
      bytes.toString("base64"),
      encodeURIComponent(secret),
      bytes.toString("hex"),
    ];
    const { seq } = await journal.append(
      intent(journal, {
        query: spellings.join(" "),
        password: "hunter22",
        nested: [{ api_key: 7 }],
      }),
    );
    await journal.append(outcome(seq, { content: spellings.map((text) => `a ${text} b`) }));
    await journal.close();
    const text = readFileSync(segment(directory), "utf8");
    for (const spelling of [...spellings, JSON.stringify(secret).slice(1, -1), "hunter22"]) {
      expect(text).not.toContain(spelling);
    }
    expect(text).toContain('"password":{"redacted":"');
    expect(text).toContain('"api_key":{"redacted":"');
  });

  test("redaction is the same every time, so a call's key is too", async () => {
    const journal = await open(stateDirectory(), { secrets: ["canary-secret"] });
    const call = { operation: "o", endpointIdentity: "e", selectors: [], bindings: [] };
    const first = journal.identifyCall({
      ...call,
      arguments: { token: "a", text: "canary-secret" },
    });
    const again = journal.identifyCall({ ...call, arguments: first.arguments });
    expect(again).toEqual(first);
    expect(JSON.stringify(first.arguments)).not.toContain("canary");
  });

  test("max_tokens is no secret, and a member that a selector names is shown", async () => {
    const journal = await open(stateDirectory());
    const { arguments: shown } = journal.identifyCall({
      operation: "o",
      endpointIdentity: "e",
      arguments: { max_tokens: 5, token: "plain" },
      selectors: [{ kind: "scoped_argument", family: "f", field: "token", access: "read" }],
      bindings: [],
    });
    expect(shown).toEqual({ max_tokens: 5, token: "plain" });
  });
});

test("reading a state directory that is not there finds nothing", () => {
  expect(listSessions({ stateDirectory: join(stateDirectory(), "none") })).toEqual([]);
  expect(() => readJournal({ stateDirectory: stateDirectory(), session: "s1" })).toThrow(
    expect.objectContaining({ code: "session_not_found" }),
  );
});
