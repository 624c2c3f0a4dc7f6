import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PendingDoubt } from "@perspt/journal";
import { expect, test } from "vitest";
import { renderBlocks } from "../../output/render-blocks.js";
import { doubtNotes, earlierDoubts } from "./earlier-doubts.js";

const pending = (session: string, intent: number): PendingDoubt => ({
  session,
  doubt: {
    intent,
    operation: "mcp.t.count",
    server: "t",
    effect: "data_write",
    risk: "low",
    touches: [],
    binding: { epoch: 1, endpointIdentity: "e", policyDigest: "p", toolDigest: "t" },
    callKey: "k",
    at: 1,
    cause: "no_outcome",
    code: null,
    taskId: null,
  },
});

const text = (doubts: readonly PendingDoubt[]) =>
  renderBlocks(doubtNotes(doubts), { colour: false, width: 400 });

test("a call that may have run in an earlier session is a notice on the next one of its kind", () => {
  expect(text([pending("s1", 6)])).toContain(
    "In doubt from earlier: mcp.t.count may have run in s1 #6. `perspt journal pending` tells what is known, and how to settle it.",
  );
});

test("many are counted, not listed", () => {
  const many = [1, 2, 3, 4, 5].map((number) => pending(`s${number}`, 6));
  expect(text(many)).toContain("s1 #6, s2 #6, s3 #6, and 2 more.");
});

test("no doubt, no notice; no journals, no doubt", () => {
  expect(doubtNotes([])).toEqual([]);
  const nowhere = join(mkdtempSync(join(tmpdir(), "perspt-")), "none");
  expect(earlierDoubts(nowhere, "mcp.t.count", null)).toEqual([]);
});
