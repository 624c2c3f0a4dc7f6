import type { CallError, CallOutcome } from "@perspt/mcp-client";
import { describe, expect, test } from "vitest";
import {
  EXIT_CODES,
  exitCodeOfOutcome,
  exitCodeOfServerFailure,
  SERVER_FAILURES,
} from "./exit-codes.js";

const error: CallError = { code: "x", message: "x", hint: null, serverError: null };

describe("a call's exit code says how it ended (cli.md, Exit codes)", () => {
  const cases: readonly (readonly [name: string, outcome: CallOutcome, exitCode: number])[] = [
    ["completed", { kind: "completed", mayHaveRun: true, result: {} }, 0],
    ["tool error", { kind: "tool_error", mayHaveRun: true, result: {} }, 5],
    ["refused by policy", refused("undeclared_tool"), 6],
    ["refused by arguments", refused("invalid_arguments"), 6],
    ["refused by the kernel", refused("nobody_to_ask"), 6],
    ["no such operation", refused("no_such_operation"), 5],
    ["stopped by the person before it was sent", refused("cancelled_before_send"), 130],
    ["never reached", failed("unreachable"), 4],
    ["never authenticated", failed("auth_required"), 3],
    ["never spawned", failed("spawn_failed"), 4],
    [
      "the server's definite error before it ran anything",
      {
        ...failed("server_error"),
        error: { ...error, serverError: { code: -32601, message: "" } },
      },
      5,
    ],
    [
      "the server's definite error, effects unknown",
      {
        kind: "failed",
        mayHaveRun: true,
        error: { ...error, serverError: { code: -32000, message: "" } },
      },
      5,
    ],
    ["uncertain", { kind: "uncertain", mayHaveRun: true, error, taskId: null }, 7],
    [
      "uncertain because it was cancelled",
      { kind: "uncertain", mayHaveRun: true, error: { ...error, code: "cancelled" }, taskId: null },
      7,
    ],
  ];
  test.each(cases)("%s", (_name, outcome, exitCode) => {
    expect(exitCodeOfOutcome(outcome)).toBe(exitCode);
  });
});

describe("a server's failure has one exit code", () => {
  const named: readonly (readonly [code: string, exitCode: number])[] = [
    ["auth_required", 3],
    ["forbidden", 3],
    ["missing_env_source", 2],
    ["not_enabled", 2],
    ["invalid_endpoint", 2],
    ["incompatible_protocol", 4],
    ["program_not_found", 4],
    ["unreachable", 4],
    ["timeout", 4],
    ["cancelled", 130],
    ["a_code_of_tomorrow", 4],
    ["constructor", 4],
  ];
  test.each(named)("%s", (code, exitCode) => {
    expect(exitCodeOfServerFailure(code)).toBe(exitCode);
  });

  test("whatever the client can fail with is never taken for success", () => {
    for (const code of Object.keys(SERVER_FAILURES)) {
      expect([2, 3, 4, 130]).toContain(exitCodeOfServerFailure(code));
    }
  });
});

test("the numbers are the published ones", () => {
  expect(EXIT_CODES).toEqual({
    ok: 0,
    usage: 1,
    configuration: 2,
    authentication: 3,
    unreachable: 4,
    tool_error: 5,
    refused: 6,
    uncertain: 7,
    interrupted: 130,
  });
});

function refused(code: string): CallOutcome {
  return { kind: "refused", mayHaveRun: false, error: { ...error, code } };
}

function failed(code: string): Extract<CallOutcome, { kind: "failed" }> {
  return { kind: "failed", mayHaveRun: false, error: { ...error, code } };
}
