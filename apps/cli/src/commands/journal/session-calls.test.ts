import type { Doubt, JournalReading, JournalRecord } from "@perspt/journal";
import { describe, expect, test } from "vitest";
import { renderBlocks } from "../../output/render-blocks.js";
import { sessionBlocks } from "./session-blocks.js";
import { callsOf } from "./session-calls.js";

const NOON = Date.UTC(2026, 11, 1, 12);

function frame(seq: number) {
  return { v: 1 as const, seq, at: NOON + seq * 1000, synced: seq - 1 };
}

function facts(operation: string, rule: string) {
  return {
    operation,
    server: "docs",
    effect: "search",
    risk: "low",
    selectors: [],
    bindings: [],
    touches: [],
    arguments: { kind: "inline" as const, value: {} },
    argumentsDigest: "",
    callKey: "",
    epoch: 1,
    endpointIdentity: "",
    policyDigest: "",
    toolDigest: "",
    origin: null,
    root: null,
    links: [],
    boundNow: null,
    approver: "nobody" as const,
    approval: null,
    basis: 2,
    decidedAt: NOON,
    rule,
    because: "Because.",
    trace: [],
  };
}

function outcome(
  seq: number,
  intent: number,
  kind: "completed" | "uncertain",
): Extract<JournalRecord, { readonly type: "outcome" }> {
  const error =
    kind === "completed"
      ? null
      : { code: "connection_lost", message: "", hint: null, serverError: null };
  return {
    ...frame(seq),
    type: "outcome",
    intent,
    kind,
    mayHaveRun: true,
    result: null,
    error,
    taskId: null,
    durationMs: 12.34,
  };
}

function doubt(intent: number, cause: Doubt["cause"], code: string | null): Doubt {
  return {
    intent,
    operation: "mcp.docs.write",
    server: "docs",
    effect: "data_write",
    risk: "low",
    touches: [],
    binding: { epoch: 1, endpointIdentity: "e", policyDigest: "p", toolDigest: "t" },
    callKey: "",
    at: NOON,
    cause,
    code,
    taskId: null,
  };
}

const RECORDS: readonly JournalRecord[] = [
  { ...frame(1), type: "segment", number: 1, prev: "" },
  { ...frame(2), type: "intent", ...facts("mcp.docs.search", "risk_runs") },
  outcome(3, 2, "completed"),
  { ...frame(4), type: "refusal", code: "undeclared", ...facts("mcp.docs.shell", "nobody_to_ask") },
  { ...frame(5), type: "intent", ...facts("mcp.docs.write", "approved_by_flag") },
  outcome(6, 5, "uncertain"),
  { ...frame(7), type: "intent", ...facts("mcp.docs.write", "risk_runs") },
  { ...frame(8), type: "intent", ...facts("mcp.docs.write", "risk_runs") },
  { ...frame(9), type: "resolved", intent: 8, verdict: "did_not", note: "looked" },
];

const READING: JournalReading = {
  session: "s1",
  records: RECORDS,
  head: { seq: 9, hash: "ab" },
  anchor: { seq: 9, hash: "ab" },
  verdict: { kind: "ok" },
  state: {
    seq: 9,
    session: null,
    grant: null,
    catalogs: new Map(),
    admissions: new Map(),
    approvals: new Map(),
    callsSpent: 4,
    sampling: new Map(),
    doubts: new Map([
      [5, doubt(5, "uncertain", "connection_lost")],
      [7, doubt(7, "no_outcome", null)],
    ]),
    ended: false,
  },
  load: () => null,
};

test("each intent and refusal is a call, with its own outcome, doubt and resolution", () => {
  const calls = callsOf(READING).map((call) => [
    call.seq,
    call.decision,
    call.rule,
    call.outcome?.kind ?? null,
    call.doubt?.cause ?? null,
    call.resolved?.verdict ?? null,
  ]);
  expect(calls).toEqual([
    [2, "allow", "risk_runs", "completed", null, null],
    [4, "deny", "undeclared", null, null, null],
    [5, "allow", "approved_by_flag", "uncertain", "uncertain", null],
    [7, "allow", "risk_runs", null, "no_outcome", null],
    [8, "allow", "risk_runs", null, null, "did_not"],
  ]);
});

describe("a session for people", () => {
  const shown = (reading: JournalReading, verbose: boolean) =>
    renderBlocks(sessionBlocks({ reading, isWritten: false, verbose }), {
      colour: false,
      width: null,
    });

  test("shows when, what, why, how it ended, and what is in doubt", () => {
    expect(shown(READING, false)).toBe(
      [
        "s1  ok  started 2026-12-01 12:00:01Z · 9 records · not ended",
        "head ab",
        "",
        "#  time                  operation        decision                 outcome      ms",
        "2  2026-12-01 12:00:02Z  mcp.docs.search  allow: risk_runs         completed  12.3",
        "4  2026-12-01 12:00:04Z  mcp.docs.shell   deny: undeclared         not sent",
        "5  2026-12-01 12:00:05Z  mcp.docs.write   allow: approved_by_flag  uncertain  12.3  in doubt",
        "7  2026-12-01 12:00:07Z  mcp.docs.write   allow: risk_runs         none             in doubt",
        "8  2026-12-01 12:00:08Z  mcp.docs.write   allow: risk_runs         none             settled: did not",
        "",
        "In doubt: may have run, and is never sent again by itself",
        "  #5 mcp.docs.write: It was sent, and how it ended is not known (connection_lost).",
        "  #7 mcp.docs.write: Its intent is written down and its outcome is not: perspt was stopped in the middle.",
        "  Once you have looked whether it happened (--did, --did-not or --unknown):",
        '    perspt journal resolve s1 5 --did --note "what you saw"',
        "",
      ].join("\n"),
    );
  });

  test("tells what is running from what is in doubt", () => {
    const view = { reading: READING, isWritten: true, verbose: false };
    const text = renderBlocks(sessionBlocks(view), { colour: false, width: null });
    expect(text).toContain(
      "7  2026-12-01 12:00:07Z  mcp.docs.write   allow: risk_runs         none             running\n",
    );
    expect(text).toContain("  #5 mcp.docs.write: It was sent");
    expect(text).not.toContain("#7 mcp.docs.write");
  });

  test("shows every record with --verbose", () => {
    expect(shown(READING, true)).toContain(
      "9  2026-12-01 12:00:09Z  resolved  #8  did_not: looked\n",
    );
  });

  test("says where a damaged log stops", () => {
    const at = {
      seq: 6,
      segment: "segment-000001.jsonl",
      offset: 120,
      reason: "its hash does not fit",
    };
    expect(shown({ ...READING, verdict: { kind: "corrupt", at } }, false)).toContain(
      "Record 6 (segment-000001.jsonl, byte 120): its hash does not fit. It had been acknowledged; records before it can be read.\n",
    );
  });
});
