import type { ApprovalRequest } from "@perspt/host";
import { describe, expect, test } from "vitest";
import { filesIn, project, runIn } from "../../test/agent-runs.js";
import type { CommandEnd } from "../process/run-command.js";
import type { Verification } from "../verifier/verification.js";
import { ACCEPT_OPERATION } from "./accept-operation.js";
import { type AcceptanceRule, decideAcceptance, type Evidence } from "./acceptance.js";
import { acceptanceApprovals } from "./acceptance-approvals.js";

/** Names that a model could try for the gate: its own, other spellings, and look-alikes. */
const NAMES = [
  "accept",
  "local.accept",
  "local__accept",
  "mcp__local__accept",
  "mcp.local.accept",
  "mcp.local.local.accept",
  "Accept",
  "ACCEPT",
  "Local.Accept",
  "local.ACCEPT",
  "local.\u0430ccept",
  "loc\u0430l.accept",
  "local．accept",
  "local.accept\u200b",
  "local.acc\u00adept",
];
const ARGUMENTS = JSON.stringify({
  change: `sha256:${"0".repeat(64)}`,
  files: ["a.txt"],
  verifier: "passed",
});

describe("the acceptance gate is not a model's to call", () => {
  test("by no name: the call is refused, and nothing is applied", async () => {
    const at = project({ "a.txt": "1\n" });
    const calls = NAMES.map((name) => `call ${name} ${ARGUMENTS}`);
    const { end, events } = await runIn(at, {
      task: ['call write {"path":"a.txt","content":"2\\n"}', ...calls].join("\n"),
      acceptance: { kind: "nobody", why: "dry_run" },
      askAcceptance: async () => "accepted",
    });
    const outcomes = events.flatMap((each) =>
      each.type === "loop" && each.event.type === "activity_ended" ? [each.event.outcome] : [],
    );
    expect(outcomes).toEqual(["completed", ...NAMES.map(() => "refused")]);
    expect(end).toMatchObject({ kind: "not_accepted", code: "dry_run" });
    expect(filesIn(at.directory)).toEqual({ "a.txt": "1\n" });
  });
});

const runs = (end: CommandEnd) => [
  { command: ["check"], result: { end, output: "", droppedBytes: 0, durationMs: 1 } },
];
const PASSED: Verification = { kind: "passed", runs: runs({ kind: "exited", code: 0 }) };
const FAILED: Verification = { kind: "failed", runs: runs({ kind: "exited", code: 1 }) };
const NONE: Verification = { kind: "none" };

const PERSON: AcceptanceRule = { kind: "person" };
const VERIFIED: AcceptanceRule = { kind: "when_verified" };
const DRY_RUN: AcceptanceRule = { kind: "nobody", why: "dry_run" };
const NOBODY: AcceptanceRule = { kind: "nobody", why: "nobody_to_ask" };

test.each([
  [PERSON, PASSED, "ask_person"],
  [PERSON, FAILED, "ask_person"],
  [PERSON, NONE, "ask_person"],
  [VERIFIED, PASSED, "accept"],
  [VERIFIED, FAILED, "verifier_failed"],
  [VERIFIED, NONE, "not_verified"],
  [DRY_RUN, PASSED, "dry_run"],
  [DRY_RUN, FAILED, "dry_run"],
  [NOBODY, PASSED, "nobody_to_ask"],
  [NOBODY, NONE, "nobody_to_ask"],
])("the rule %o on the evidence %o is %s", (rule, verification, expected) => {
  const decision = decideAcceptance(rule, verification);
  expect(decision.kind === "refuse" ? decision.code : decision.kind).toBe(expected);
});

describe("the gate's question", () => {
  const evidence: Evidence = { task: "t", diff: { text: "", files: [] }, verification: PASSED };
  const request: ApprovalRequest = {
    operation: ACCEPT_OPERATION,
    effect: "apply_patch",
    risk: "high",
    arguments: {},
    touches: [],
    trace: [],
    scopes: ["call"],
  };
  const { signal } = new AbortController();
  const ask = async (
    rule: AcceptanceRule,
    shown: Evidence | null,
    answer: "accepted" | "declined" | "withdrawn" | null,
  ) =>
    acceptanceApprovals({
      rule,
      ask: answer === null ? null : async () => answer,
      evidence: () => shown,
      others: null,
    }).ask(request, signal);

  test("is answered by the person, or by the flag on a verifier that passed", async () => {
    const granted = (by: "person" | "flag") => ({ kind: "granted", by, scope: "call" });
    expect(await ask(PERSON, evidence, "accepted")).toEqual(granted("person"));
    expect(await ask(VERIFIED, evidence, null)).toEqual(granted("flag"));
    expect(await ask(PERSON, evidence, "declined")).toMatchObject({ kind: "denied", by: "person" });
    expect(await ask(PERSON, evidence, "withdrawn")).toEqual({ kind: "withdrawn" });
    expect(await ask(PERSON, evidence, null)).toMatchObject({ kind: "denied", by: "flag" });
  });

  test("is denied where there is no change to decide on, whatever the rule and the person say", async () => {
    for (const rule of [PERSON, VERIFIED, DRY_RUN, NOBODY]) {
      expect(await ask(rule, null, "accepted")).toEqual({
        kind: "denied",
        by: "flag",
        reason: "There is no change to accept.",
      });
    }
  });
});
