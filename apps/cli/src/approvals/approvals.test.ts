import type { ApprovalRequest } from "@perspt/host";
import { describe, expect, test } from "vitest";
import type { PromptAnswer } from "../machine/prompt.js";
import type { Block } from "../output/blocks.js";
import { renderBlocks } from "../output/render-blocks.js";
import { flagApprovals, personApprovals, unaskedApprovals } from "./approvals.js";

const REQUEST: ApprovalRequest = {
  operation: "mcp.docs.publish",
  effect: "data_write",
  risk: "high",
  scopes: ["call", "session"],
  touches: [
    { kind: "value", family: "page", value: "guide\u001b", access: "write" },
    { kind: "path", path: "/docs/guide.md", access: "read" },
  ],
  arguments: { title: "a\u001b[2J", lines: ["x".repeat(300)] },
  trace: [
    {
      check: "nobody_to_ask",
      phase: "approval",
      result: "pass",
      because: "It is asked for.",
      inputs: {},
    },
  ],
};

const { signal } = new AbortController();

describe("a person at the terminal", () => {
  function answering(answer: PromptAnswer) {
    const asked: { blocks: readonly Block[]; question: string; scopes: readonly string[] }[] = [];
    const port = personApprovals(
      {
        async ask(blocks, question, scopes) {
          asked.push({ blocks, question, scopes });
          return answer;
        },
      },
      ["call", "session"],
    );
    return { asked, port };
  }

  test("sees operation, effect, risk, rule and the arguments whole, and nothing that a terminal obeys", async () => {
    const { asked, port } = answering("call");
    expect(await port.ask(REQUEST, signal)).toEqual({
      kind: "granted",
      by: "person",
      scope: "call",
    });
    expect(asked.map(({ question }) => question)).toEqual(["Run it?"]);
    const text = renderBlocks(asked[0]?.blocks ?? [], { colour: false, width: 60 });
    expect(text).toContain("mcp.docs.publish  data_write  high  needs_approval");
    expect(text).toContain('      "title": "a\\u001b[2J",\n');
    expect(text).toContain("x".repeat(300));
    expect(text).toContain("  touches\n    write page guide\\u001b\n    read /docs/guide.md\n");
    expect(text).toContain("  It is asked for.\n");
    expect(text).not.toContain("\u001b");
  });

  test("who does not say yes has said no", async () => {
    expect(await answering("no").port.ask(REQUEST, signal)).toEqual({
      kind: "denied",
      by: "person",
      reason: "The person did not say yes.",
    });
  });
});

test("a yes for the session is offered where the call lets it, and granted as far as it goes", async () => {
  const offered: (readonly string[])[] = [];
  const port = personApprovals(
    {
      async ask(_blocks, _question, scopes) {
        offered.push(scopes);
        return scopes.includes("session") ? "session" : "no";
      },
    },
    ["call", "session"],
  );
  const granted = { kind: "granted", by: "person", scope: "session" };
  expect(await port.ask(REQUEST, signal)).toEqual(granted);
  expect((await port.ask({ ...REQUEST, scopes: ["call"] }, signal)).kind).toBe("denied");
  expect(offered).toEqual([["call", "session"], ["call"]]);
});

test("a question that goes away with its call was answered by nobody", async () => {
  const port = personApprovals({ ask: async () => "withdrawn" }, ["call"]);
  expect(await port.ask(REQUEST, AbortSignal.abort())).toEqual({ kind: "withdrawn" });
});

test("--yes grants by flag, and says so", async () => {
  expect(await flagApprovals().ask(REQUEST, signal)).toEqual({
    kind: "granted",
    by: "flag",
    scope: "call",
  });
});

test("an explanation asks nobody", async () => {
  expect((await unaskedApprovals().ask(REQUEST, signal)).kind).toBe("denied");
});
