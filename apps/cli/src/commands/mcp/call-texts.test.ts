import type { GovernedOutcome } from "@perspt/host";
import type { Decision } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { renderBlocks } from "../../output/render-blocks.js";
import { callFailure, callNotes } from "./call-texts.js";

const ERROR = {
  code: "some_code",
  message: "Something came.",
  hint: "Do this.",
  serverError: null,
};

const ALLOW: Decision = {
  effect: "allow",
  rule: "risk_runs",
  because: "It runs.",
  trace: [{ check: "expired", phase: "binding", result: "pass", because: "Not yet.", inputs: {} }],
  nearestAllow: null,
};

const DENY: Decision = {
  effect: "deny",
  rule: "nobody_to_ask",
  because: "Nobody.",
  trace: [],
  nearestAllow: "Somebody to ask.",
};

function call(
  outcome: GovernedOutcome["outcome"],
  decision: Decision | null = ALLOW,
): GovernedOutcome {
  return {
    operation: "mcp.a.b",
    outcome,
    decision,
    journal: { session: "s1", seq: 6 },
    durationMs: 12.345,
  };
}

describe("what went wrong with a call, and what may be done", () => {
  test("nothing, when it completed", () => {
    expect(callFailure(call({ kind: "completed", mayHaveRun: true, result: {} }))).toBeNull();
  });

  test("the tool's own error", () => {
    expect(callFailure(call({ kind: "tool_error", mayHaveRun: true, result: {} }))).toEqual({
      code: "tool_error",
      message: "The tool answered with an error.",
      hint: null,
    });
  });

  test("a refusal names the deciding rule and what would allow it", () => {
    expect(callFailure(call({ kind: "refused", mayHaveRun: false, error: ERROR }, DENY))).toEqual({
      code: "some_code",
      message: "Refused; nothing was sent. Something came. Decided by nobody_to_ask.",
      hint: "It would be allowed by this: Somebody to ask.",
    });
  });

  test("a refusal that nothing was decided about keeps its own hint", () => {
    expect(callFailure(call({ kind: "refused", mayHaveRun: false, error: ERROR }, null))).toEqual({
      code: "some_code",
      message: "Refused; nothing was sent. Something came. Decided by some_code.",
      hint: "Do this.",
    });
  });

  test("a failure says whether anything ran", () => {
    const failed = (mayHaveRun: boolean) =>
      callFailure(call({ kind: "failed", mayHaveRun, error: ERROR }))?.message;
    expect(failed(false)).toBe("Something came. Nothing ran.");
    expect(failed(true)).toBe("Something came.");
  });

  test("an uncertain one may have run: not to be repeated, and where to look", () => {
    expect(
      callFailure(call({ kind: "uncertain", mayHaveRun: true, error: ERROR, taskId: null })),
    ).toEqual({
      code: "some_code",
      message:
        "Uncertain: Something came. It may have run; do not repeat it before you have looked. See `perspt journal show s1`.",
      hint: "Do this.",
    });
  });
});

describe("how a call came to run", () => {
  const completed = { kind: "completed", mayHaveRun: true, result: {} } as const;
  const shown = (outcome: GovernedOutcome, verbose: boolean) =>
    renderBlocks(callNotes(outcome, verbose), { colour: false, width: null });

  test("is one line", () => {
    expect(shown(call(completed), false)).toBe("allow by risk_runs · journal s1 #6 · 12.3 ms\n");
  });

  test("is every check with --verbose", () => {
    expect(shown(call(completed), true)).toBe(
      [
        "allow by risk_runs · journal s1 #6 · 12.3 ms",
        "phase    check    result  because",
        "binding  expired  pass    Not yet.",
        "",
      ].join("\n"),
    );
  });

  test("is nothing where nothing was decided", () => {
    expect(shown(call(completed, null), true)).toBe("");
  });
});
