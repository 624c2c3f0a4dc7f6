import { digest } from "@perspt/json";
import {
  type CapabilityDescription,
  createAuthority,
  decide,
  GRANTABLE_EFFECTS,
  type OperationBinding,
} from "@perspt/kernel";
import type { OutgoingFacts } from "@perspt/mcp-client";
import { describe, expect, test } from "vitest";
import { CallLedger } from "./call-ledger.js";

const GRANT: CapabilityDescription = {
  version: 1,
  mode: "agent",
  effects: GRANTABLE_EFFECTS,
  riskCeiling: "high",
  criticalEffects: [],
  asksFrom: "high",
  paths: [],
  commands: [],
  hosts: [],
  providers: null,
  callBudget: null,
  expiresAt: null,
};
const BINDING: OperationBinding = {
  epoch: 1,
  endpointIdentity: "endpoint",
  policyDigest: "policy",
  toolDigest: "tool",
};
const SENT = digest({ query: "x" });
const DECIDED = digest({ query: "redacted" });

function openCall() {
  const authority = createAuthority();
  const grant = authority.grant(GRANT);
  const clock = { now: () => 1000 };
  const decision = decide(
    {
      now: 1000,
      grant,
      callsSpent: 0,
      binding: BINDING,
      root: null,
      protectedPaths: [],
      links: [],
      doubts: [],
      approval: { kind: "nobody" },
    },
    {
      operation: "mcp.docs.search",
      provider: "docs",
      binding: BINDING,
      effect: "search",
      risk: "low",
      footprint: { selectors: [] },
      bindings: [],
      arguments: { value: { query: "x" }, digest: DECIDED },
    },
  );
  const issued = authority.issue(decision, {
    intentHash: "a".repeat(64),
    expiresAt: 2000,
    leaseExpiresAt: 3000,
  });
  if (issued.kind === "refused") throw new Error(issued.reason);
  const state: { binding: OperationBinding | null } = { binding: BINDING };
  const legs: string[] = [];
  const ledger = new CallLedger({ authority, clock });
  ledger.open("call", {
    operation: "mcp.docs.search",
    endpointIdentity: "endpoint",
    permit: issued.permit,
    decidedDigest: DECIDED,
    sentDigest: SENT,
    sentTarget: "search",
    currentBinding: () => state.binding,
    recordLeg: async (leg, result) => {
      legs.push(`${leg.kind} ${result?.kind ?? "sending"}`);
    },
  });
  return { ledger, state, legs };
}

const facts = (over: Partial<OutgoingFacts> = {}): OutgoingFacts => ({
  call: "call",
  number: 1,
  kind: "send",
  method: "tools/call",
  target: "search",
  argumentsDigest: SENT,
  ...over,
});
const codeOf = (verdict: ReturnType<CallLedger["redeem"]>) =>
  verdict.kind === "proceed" ? "proceed" : verdict.code;

describe("the last statement before the write", () => {
  test("the decided call passes once; the same send again does not", () => {
    const { ledger } = openCall();
    expect(codeOf(ledger.redeem(facts()))).toBe("proceed");
    ledger.close("call");
    expect(codeOf(ledger.redeem(facts()))).toBe("no_intent");
  });

  test("other arguments than those decided are stopped", () => {
    const { ledger } = openCall();
    expect(codeOf(ledger.redeem(facts({ argumentsDigest: digest({ query: "y" }) })))).toBe(
      "arguments_changed",
    );
  });

  test("another tool under the same arguments is stopped", () => {
    const { ledger } = openCall();
    expect(codeOf(ledger.redeem(facts({ target: "delete_everything" })))).toBe("operation_changed");
  });

  test("T43: a tool that was removed or changed since the decision is stopped", () => {
    const removed = openCall();
    removed.state.binding = null;
    expect(codeOf(removed.ledger.redeem(facts()))).toBe("stale_binding");
    const changed = openCall();
    changed.state.binding = { ...BINDING, epoch: 2 };
    expect(codeOf(changed.ledger.redeem(facts()))).toBe("stale_binding");
  });

  test("a request of a call without an intent is stopped before it is even built", async () => {
    const { ledger } = openCall();
    const leg = { call: "other", number: 1, kind: "send", method: "tools/call" } as const;
    expect(await ledger.beforeLeg(leg)).toMatchObject({ kind: "refuse", code: "no_intent" });
    expect(codeOf(ledger.redeem(facts({ call: "other" })))).toBe("no_intent");
  });
});

describe("later legs", () => {
  test("they go under the lease, and a catalog change does not end them", () => {
    const { ledger, state } = openCall();
    ledger.redeem(facts());
    state.binding = { ...BINDING, epoch: 2 };
    const poll = facts({ number: 2, kind: "task_get", method: "tasks/get", target: "t-1" });
    expect(codeOf(ledger.redeem(poll))).toBe("proceed");
    expect(codeOf(ledger.redeem(facts({ number: 3, kind: "input_retry" })))).toBe("proceed");
  });

  test("Q15: a retry with other arguments is stopped", () => {
    const { ledger } = openCall();
    ledger.redeem(facts());
    const retry = facts({ number: 2, kind: "input_retry", argumentsDigest: digest({}) });
    expect(codeOf(ledger.redeem(retry))).toBe("arguments_changed");
  });

  test("they are written down before they are sent, and task handles before they are used (J10)", async () => {
    const { ledger, legs } = openCall();
    const send = { call: "call", number: 1, kind: "send", method: "tools/call" } as const;
    const poll = { call: "call", number: 2, kind: "task_get", method: "tasks/get" } as const;
    await ledger.beforeLeg(send);
    await ledger.afterLeg(send, { kind: "task", taskId: "t-1", result: {} });
    await ledger.beforeLeg(poll);
    await ledger.afterLeg(poll, { kind: "complete", result: {} });
    expect(legs).toEqual(["send task", "task_get sending", "task_get complete"]);
  });

  test("a plain answer to the first send has the outcome's record alone", async () => {
    const { ledger, legs } = openCall();
    const send = { call: "call", number: 1, kind: "send", method: "tools/call" } as const;
    await ledger.beforeLeg(send);
    await ledger.afterLeg(send, { kind: "complete", result: {} });
    expect(legs).toEqual([]);
  });
});

describe("J10: a task whose call an earlier process made", () => {
  const question: OutgoingFacts = {
    call: "s1/6",
    number: 1,
    kind: "task_get",
    method: "tasks/get",
    target: "task-1",
    argumentsDigest: digest({}),
  };

  function openTask(endpoint: string | null = "endpoint") {
    const legs: string[] = [];
    const ledger = new CallLedger({ authority: createAuthority(), clock: { now: () => 1000 } });
    ledger.openTask("s1/6", {
      taskId: "task-1",
      endpointIdentity: "endpoint",
      currentEndpoint: () => endpoint,
      recordLeg: async (leg, result) => {
        legs.push(`${leg.kind} ${result?.kind ?? "sending"}`);
      },
    });
    return { ledger, legs };
  }

  test("is asked for, each question and answer written down from the first on", async () => {
    const { ledger, legs } = openTask();
    await ledger.beforeLeg(question);
    expect(ledger.redeem(question)).toEqual({ kind: "proceed" });
    await ledger.afterLeg(question, { kind: "complete", result: {} });
    expect(legs).toEqual(["task_get sending", "task_get complete"]);
  });

  test("is the only thing that may be asked for, and only where the call went", () => {
    const { ledger } = openTask();
    const codeOf = (verdict: ReturnType<CallLedger["redeem"]>) =>
      verdict.kind === "refuse" ? verdict.code : verdict.kind;
    expect(codeOf(ledger.redeem({ ...question, target: "task-2" }))).toBe("operation_changed");
    const call = { ...question, kind: "send", method: "tools/call" } as const;
    expect(codeOf(ledger.redeem(call))).toBe("operation_changed");
    expect(codeOf(openTask("other").ledger.redeem(question))).toBe("identity_changed");
    expect(codeOf(openTask(null).ledger.redeem(question))).toBe("identity_changed");
    ledger.close("s1/6");
    expect(codeOf(ledger.redeem(question))).toBe("no_intent");
  });
});
