import { expect, test } from "vitest";
import { EMPTY_STATE, fold, StateFold } from "./fold.js";
import type { ApprovalRecord, SamplingRecord } from "./records/journal-record.js";

const sampling = (seq: number): SamplingRecord => ({
  v: 1,
  seq,
  at: 0,
  synced: 0,
  type: "sampling",
  intent: null,
  server: "docs",
  request: { kind: "inline", value: {} },
  verdict: "answered",
  code: null,
  response: null,
  tokens: 3,
});

const approval = (seq: number): ApprovalRecord => ({
  v: 1,
  seq,
  at: 0,
  synced: 0,
  type: "approval",
  operation: "mcp.docs.write",
  argumentsDigest: "",
  callKey: "",
  verdict: "granted",
  by: "person",
  reason: null,
  standing: null,
});

test("a snapshot stays what it was, whatever is taken after it", () => {
  const state = new StateFold();
  state.take(sampling(1));
  state.take(approval(2));
  const before = state.snapshot();
  state.take(sampling(3));
  state.take(approval(4));
  expect([before.seq, before.sampling.get("docs"), [...before.approvals.keys()]]).toEqual([
    2,
    { requests: 1, tokens: 3 },
    [2],
  ]);
  const after = state.snapshot();
  expect([after.seq, after.sampling.get("docs"), [...after.approvals.keys()]]).toEqual([
    4,
    { requests: 2, tokens: 6 },
    [2, 4],
  ]);
  expect(state.snapshot()).toBe(after);
});

test("folding one by one and taking all in place come to the same, and the empty state stays empty", () => {
  const records = [sampling(1), approval(2), sampling(3)];
  const inPlace = new StateFold();
  for (const record of records) inPlace.take(record);
  expect(records.reduce(fold, EMPTY_STATE)).toEqual(inPlace.snapshot());
  expect([EMPTY_STATE.seq, EMPTY_STATE.sampling.size, EMPTY_STATE.approvals.size]).toEqual([
    0, 0, 0,
  ]);
});
