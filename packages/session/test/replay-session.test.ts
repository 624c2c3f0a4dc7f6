import type { JournalReading, JournalRecord } from "@perspt/journal";
import { describe, expect, test } from "vitest";
import { replaySession, type TranscriptEntry } from "../src/index.js";
import { fixtureServers, record } from "./recorded-sessions.js";

const TOOLS = `
[external_tools.tools.echo]
effect = "search"
risk = "low"
footprint = { selectors = [{ kind = "scoped_argument", family = "words", field = "message", access = "read" }] }

[external_tools.tools.fail]
effect = "data_write"
risk = "high"
footprint = { selectors = [{ kind = "literal", resource = "log", access = "write" }] }
`;

const granted = { kind: "granted", by: "person", scope: "session" } as const;

function recordTwoTools(): Promise<JournalReading> {
  return record({
    servers: fixtureServers("toolbox", TOOLS),
    answer: () => granted,
    async run(_host, call) {
      await call("mcp.t.echo", { message: "one" });
      await call("mcp.t.fail");
      await call("mcp.t.fail");
      await call("mcp.t.echo", { message: "x".repeat(100_000) });
    },
  });
}

/** The session with one member of one record replaced. */
function mutated(reading: JournalReading, seq: number, member: string, value: unknown) {
  const records = reading.records.map((entry) =>
    entry.seq === seq ? Object.assign({}, entry, { [member]: value }) : entry,
  );
  return { records, load: reading.load.bind(reading) };
}

const callsOf = (transcript: readonly TranscriptEntry[]) =>
  transcript.filter((entry) => entry.kind === "call");

const decisionsOf = ({ records }: JournalReading) =>
  records.filter((entry) => entry.type === "intent" || entry.type === "refusal");

describe("replay of a recorded session", () => {
  test("decides every call alike and tells what the session showed, long results included", async () => {
    const reading = await recordTwoTools();
    const replay = replaySession(reading);
    if (replay.kind !== "same") return expect.unreachable(JSON.stringify(replay));
    expect(
      callsOf(replay.transcript).map(({ operation, rule, outcome }) => [
        operation,
        rule,
        outcome?.kind,
      ]),
    ).toEqual([
      ["mcp.t.echo", "risk_runs", "completed"],
      ["mcp.t.fail", "approved_by_person", "tool_error"],
      ["mcp.t.fail", "approved_for_session", "tool_error"],
      ["mcp.t.echo", "risk_runs", "completed"],
    ]);
    expect(callsOf(replay.transcript)[3]?.outcome?.result).toMatchObject({
      content: [{ type: "text", text: "x".repeat(100_000) }],
    });
    expect(replaySession(reading)).toEqual(replay);
  });

  test("stops at the first record that was changed, and shows both sides", async () => {
    const reading = await recordTwoTools();
    const [first, second] = decisionsOf(reading);
    const other = `sha256:${"0".repeat(64)}`;
    const changes: readonly (readonly [seq: number, member: string, value: unknown])[] = [
      [first?.seq ?? 0, "effect", "data_write"],
      [first?.seq ?? 0, "effect", "no_such_effect"],
      [first?.seq ?? 0, "risk", "none"],
      [first?.seq ?? 0, "risk", "critical"],
      [first?.seq ?? 0, "selectors", []],
      [first?.seq ?? 0, "bindings", [{ kind: "path", field: "message" }]],
      [first?.seq ?? 0, "touches", []],
      [first?.seq ?? 0, "arguments", { kind: "inline", value: { message: "two" } }],
      [first?.seq ?? 0, "argumentsDigest", other],
      [first?.seq ?? 0, "callKey", other],
      [first?.seq ?? 0, "operation", "mcp.t.fail"],
      [first?.seq ?? 0, "server", "other"],
      [first?.seq ?? 0, "epoch", 7],
      [first?.seq ?? 0, "endpointIdentity", other],
      [first?.seq ?? 0, "policyDigest", other],
      [first?.seq ?? 0, "toolDigest", other],
      [first?.seq ?? 0, "boundNow", null],
      [first?.seq ?? 0, "basis", 2],
      [first?.seq ?? 0, "basis", 999],
      [first?.seq ?? 0, "rule", "approved_by_person"],
      [second?.seq ?? 0, "rule", "risk_runs"],
      [second?.seq ?? 0, "approval", null],
      [second?.seq ?? 0, "approval", 3],
    ];
    for (const [seq, member, value] of changes) {
      const replay = replaySession(mutated(reading, seq, member, value));
      if (replay.kind !== "diverged") return expect.unreachable(`${member} ${String(value)}`);
      expect([member, replay.divergence.seq]).toEqual([member, seq]);
      expect(replay.callsBefore).toBe(seq === first?.seq ? 0 : 1);
      expect(replay.divergence.recorded).not.toBe(replay.divergence.replayed);
    }
  });

  test("a changed grant, approval or admission shows at the first call that it let through", async () => {
    const reading = await recordTwoTools();
    const [first, second] = decisionsOf(reading);
    const seqOf = (type: JournalRecord["type"]) =>
      reading.records.find((entry) => entry.type === type)?.seq ?? 0;
    const narrowed = { effects: ["list"] };
    const grant = reading.records.find((entry) => entry.type === "grant")?.capability;
    const divergedAt = (type: JournalRecord["type"], member: string, value: unknown) => {
      const replay = replaySession(mutated(reading, seqOf(type), member, value));
      return replay.kind === "diverged" ? replay.divergence.seq : replay.kind;
    };
    expect(divergedAt("grant", "capability", { ...grant, ...narrowed })).toBe(first?.seq);
    expect(divergedAt("approval", "verdict", "denied")).toBe(second?.seq);
    expect(divergedAt("approval", "argumentsDigest", "sha256:0")).toBe(second?.seq);
    expect(divergedAt("admission", "admitted", { kind: "inline", value: [] })).toBe(first?.seq);
    expect(divergedAt("admission", "policyDigest", "sha256:0")).toBe(first?.seq);
    expect(divergedAt("catalog", "endpointIdentity", "sha256:0")).toBe(first?.seq);
  });

  test("a changed outcome is another transcript", async () => {
    const reading = await recordTwoTools();
    const outcome = reading.records.find(({ type }) => type === "outcome");
    const changed = mutated(reading, outcome?.seq ?? 0, "kind", "tool_error");
    const [before, after] = [replaySession(reading), replaySession(changed)];
    if (before.kind !== "same" || after.kind !== "same") return expect.unreachable();
    expect(after.transcriptHash).not.toBe(before.transcriptHash);
    const later = mutated(reading, outcome?.seq ?? 0, "durationMs", 1e9);
    expect(replaySession(later)).toMatchObject({ transcriptHash: before.transcriptHash });
  });
});
