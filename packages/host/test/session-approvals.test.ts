import { describe, expect, test } from "vitest";
import type { ApprovalAnswer, ApprovalRequest, ApprovalsPort } from "../src/index.js";
import { changingServer, openObservedHost, subscribed, tool } from "./changing-server.js";
import { AGENT_GRANT, openHost, policy } from "./hosts.js";

/** A person with one answer for everything, who remembers the questions. */
function person(answer: ApprovalAnswer) {
  const asked: ApprovalRequest[] = [];
  const approvals: ApprovalsPort = {
    async ask(request) {
      asked.push(request);
      return answer;
    },
  };
  return { asked, approvals };
}

const FOR_SESSION = { kind: "granted", by: "person", scope: "session" } as const;
const HIGH = policy(
  "a",
  "data_write",
  "high",
  '[{ kind = "literal", resource = "counter", access = "write" }]',
);

describe("an approval for the session", () => {
  test("is asked for once, shows what is touched, and is written down as a narrowed capability", async () => {
    const server = await changingServer("stdio", [tool("a")], HIGH);
    const { asked, approvals } = person(FOR_SESSION);
    const { call, records } = await openHost(server.toml, { approvals });
    expect((await call("mcp.t.a", { x: 1 })).decision?.rule).toBe("approved_by_person");
    expect((await call("mcp.t.a", { x: 2 })).decision?.rule).toBe("approved_for_session");
    expect(asked).toMatchObject([
      {
        operation: "mcp.t.a",
        arguments: { x: 1 },
        touches: [{ kind: "value", value: "counter", access: "write" }],
        scopes: ["call", "session"],
      },
    ]);
    const approval = records().find(({ type }) => type === "approval");
    expect(approval).toMatchObject({
      verdict: "granted",
      standing: { effects: ["data_write"], riskCeiling: "high", callBudget: 0 },
    });
    expect(records().at(-2)).toMatchObject({
      type: "intent",
      rule: "approved_for_session",
      approval: approval?.seq,
    });
  });

  test("covers no other operation", async () => {
    const server = await changingServer(
      "stdio",
      [tool("a"), tool("b")],
      HIGH + HIGH.replace('"a"', '"b"'),
    );
    const { asked, approvals } = person(FOR_SESSION);
    const { call } = await openHost(server.toml, { approvals });
    await call("mcp.t.a");
    await call("mcp.t.b");
    expect(asked.map(({ operation }) => operation)).toEqual(["mcp.t.a", "mcp.t.b"]);
  });

  test("T42: ends when the server changes the tool", async () => {
    const server = await changingServer("stdio", [tool("a")], HIGH);
    const { asked, approvals } = person(FOR_SESSION);
    const opened = await openObservedHost(server.toml, { approvals });
    await subscribed(opened);
    await opened.call("mcp.t.a");
    server.list([tool("a", "Another tool now.")]);
    await opened.seen("catalog_bound", 2);
    await opened.call("mcp.t.a");
    expect(asked).toHaveLength(2);
  });

  test("is not offered for a critical call, and an answer that gives it anyway holds for the call alone", async () => {
    const server = await changingServer("stdio", [tool("a")], HIGH.replace('"high"', '"critical"'));
    const { asked, approvals } = person(FOR_SESSION);
    const grant = { ...AGENT_GRANT, criticalEffects: ["data_write" as const] };
    const { call, records } = await openHost(server.toml, { approvals, grant });
    expect((await call("mcp.t.a")).outcome.kind).toBe("completed");
    expect((await call("mcp.t.a")).outcome.kind).toBe("completed");
    expect(asked.map(({ scopes }) => scopes)).toEqual([["call"], ["call"]]);
    expect(records().filter(({ type }) => type === "approval")).toMatchObject([
      { standing: null },
      { standing: null },
    ]);
  });
});

test("a question that goes away with its call is no answer: cancelled, and no word of a person in the journal", async () => {
  const server = await changingServer("stdio", [tool("a")], HIGH);
  const stop = new AbortController();
  const approvals: ApprovalsPort = {
    async ask() {
      stop.abort();
      return { kind: "withdrawn" };
    },
  };
  const { call, records } = await openHost(server.toml, { approvals });
  expect((await call("mcp.t.a", {}, stop.signal)).outcome).toMatchObject({
    kind: "refused",
    error: { code: "cancelled_before_send" },
  });
  expect(records().map(({ type }) => type)).not.toContain("approval");
  expect(records().at(-1)).toMatchObject({ type: "refusal", code: "cancelled_before_send" });
});
