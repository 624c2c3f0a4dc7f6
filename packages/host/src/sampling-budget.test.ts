import { expect, test } from "vitest";
import { SamplingLedger } from "./sampling-budget.js";

test("T69: a thousand requests side by side get exactly what the budget holds", () => {
  const ledger = new SamplingLedger({ requests: 1000, tokens: 1_000 });
  const kinds = Array.from({ length: 1000 }, () => ledger.reserve("docs", 100).kind);
  expect(kinds.filter((kind) => kind === "reserved")).toHaveLength(10);
});

test("what an answer did not need is given back, once", () => {
  const ledger = new SamplingLedger({ requests: 10, tokens: 100 });
  const first = ledger.reserve("docs", 100);
  expect(ledger.reserve("docs", 1)).toEqual({
    kind: "spent",
    reason: "The server docs has 0 of its 100 tokens of this session left, and asks for 1.",
  });
  if (first.kind === "reserved") {
    first.settle(40);
    first.settle(0);
  }
  expect(ledger.reserve("docs", 61).kind).toBe("spent");
  expect(ledger.reserve("docs", 60).kind).toBe("reserved");
});

test("one server's use is not another's", () => {
  const ledger = new SamplingLedger({ requests: 1, tokens: 100 });
  expect(ledger.reserve("docs", 10).kind).toBe("reserved");
  expect(ledger.reserve("docs", 10).kind).toBe("spent");
  expect(ledger.reserve("other", 10).kind).toBe("reserved");
});
