import type { Decision } from "@perspt/kernel";
import { expect, test } from "vitest";
import { renderBlocks } from "../../output/render-blocks.js";
import { explanationBlocks } from "./explanation-blocks.js";

const TRACE: Decision["trace"] = [
  { check: "expired", phase: "binding", result: "pass", because: "Not yet.", inputs: {} },
  { check: "nobody_to_ask", phase: "approval", result: "fail", because: "Nobody.", inputs: {} },
];

function shown(decision: Decision, hasArguments = true): string {
  const blocks = explanationBlocks("mcp.a.b", decision, { hasArguments });
  return renderBlocks(blocks, { colour: false, width: null });
}

const TABLE = [
  "",
  "phase     check          result  because",
  "binding   expired        pass    Not yet.",
  "approval  nobody_to_ask  fail    Nobody.",
  "",
].join("\n");

test("a deny reads as an answer: the rule, the reason, what would change it, and every check", () => {
  expect(
    shown({
      effect: "deny",
      rule: "nobody_to_ask",
      because: "There is nobody.",
      trace: TRACE,
      nearestAllow: "Somebody.",
    }),
  ).toBe(
    `A call of mcp.a.b would be denied by the rule nobody_to_ask.\nThere is nobody.\nIt would be allowed by this: Somebody.\n${TABLE}`,
  );
});

test("an ask says who can answer", () => {
  expect(
    shown({
      effect: "ask",
      rule: "needs_approval",
      because: "It is asked for.",
      trace: TRACE,
      nearestAllow: "An approval.",
    }),
  ).toBe(
    `A call of mcp.a.b would be asked for by the rule needs_approval.\nIt is asked for.\nAnswer at the terminal, or pass --yes to \`perspt mcp call\`; where nobody can be asked, it is denied.\n${TABLE}`,
  );
});

test("without arguments it says which half is missing", () => {
  expect(
    shown(
      { effect: "allow", rule: "risk_runs", because: "It runs.", trace: TRACE, nearestAllow: null },
      false,
    ),
  ).toBe(
    `A call of mcp.a.b would be allowed by the rule risk_runs.\nIt runs.\nNo arguments were given, so the checks of arguments are skipped: add key=value or --args.\n${TABLE}`,
  );
});
