import { TransportError } from "@perspt/transport";
import { describe, expect, test } from "vitest";
import { classifyFailure, type EarlierLegs, type WireFailure } from "./classify-failure.js";

const error = (code: number): WireFailure => ({
  kind: "server_error",
  code,
  message: "no",
  data: undefined,
});

const status = (code: number, mayHaveRun: boolean): WireFailure => ({
  kind: "link_failed",
  error: new TransportError({
    code: "unexpected_status",
    message: `HTTP ${code}.`,
    mayHaveRun,
    status: code,
  }),
});

function verdict(failure: WireFailure, earlier: EarlierLegs = "none"): string {
  const outcome = classifyFailure(failure, earlier);
  return `${outcome.kind} ${outcome.mayHaveRun}`;
}

describe("the outcome table of governance.md", () => {
  test.each([-32700, -32601, -32020, -32021, -32022])(
    "JSON-RPC %i is given before anything runs",
    (code) => {
      expect(verdict(error(code))).toBe("failed false");
    },
  );

  test.each([-32600, -32602, -32603, -32000, -32042, 7])(
    "JSON-RPC %i is definite, its effects unknown",
    (code) => {
      expect(verdict(error(code))).toBe("failed true");
    },
  );

  test.each([401, 403, 404, 405, 406, 413, 415, 429, 431])(
    "HTTP %i turned the call away",
    (code) => {
      expect(verdict(status(code, true))).toBe("failed false");
    },
  );

  test.each([408, 409, 500, 502, 503])("HTTP %i leaves the call uncertain", (code) => {
    expect(verdict(status(code, true))).toBe("uncertain true");
  });

  test.each<[string, WireFailure, string]>([
    [
      "a connection that was never made",
      {
        kind: "link_failed",
        error: new TransportError({ code: "unreachable", message: "x", mayHaveRun: false }),
      },
      "failed false",
    ],
    [
      "a stream that ended",
      {
        kind: "link_failed",
        error: new TransportError({ code: "stream_ended", message: "x", mayHaveRun: true }),
      },
      "uncertain true",
    ],
    [
      "a write that was refused",
      {
        kind: "link_failed",
        error: new TransportError({ code: "write_refused", message: "x", mayHaveRun: false }),
      },
      "refused false",
    ],
    [
      "a timeout after the write",
      { kind: "timed_out", written: true, timeoutMs: 1 },
      "uncertain true",
    ],
    ["a timeout before it", { kind: "timed_out", written: false, timeoutMs: 1 }, "failed false"],
    [
      "the deadline after the write",
      { kind: "deadline_passed", written: true, deadlineMs: 1 },
      "uncertain true",
    ],
    ["a cancel after the write", { kind: "cancelled", written: true }, "uncertain true"],
    ["a cancel before it", { kind: "cancelled", written: false }, "refused false"],
    [
      "an answer that cannot be read",
      { kind: "invalid", written: true, reason: "x" },
      "uncertain true",
    ],
  ])("%s", (_, failure, expected) => {
    expect(verdict(failure)).toBe(expected);
  });

  test("after an earlier leg that may have run, nothing is refused or safe any more", () => {
    const earlier = "may_have_run";
    expect(verdict({ kind: "cancelled", written: false }, earlier)).toBe("uncertain true");
    expect(verdict({ kind: "timed_out", written: false, timeoutMs: 1 }, earlier)).toBe(
      "uncertain true",
    );
    expect(verdict(status(401, false), earlier)).toBe("uncertain true");
    expect(verdict(error(-32601), earlier)).toBe("failed true");
  });

  test("H10: legs that the server turned away change nothing about the next one's meaning", () => {
    const earlier = "turned_away";
    expect(verdict(error(-32020), earlier)).toBe("failed false");
    expect(verdict({ kind: "timed_out", written: false, timeoutMs: 1 }, earlier)).toBe(
      "failed false",
    );
    expect(verdict({ kind: "timed_out", written: true, timeoutMs: 1 }, earlier)).toBe(
      "uncertain true",
    );
    expect(verdict({ kind: "cancelled", written: false }, earlier)).toBe("failed false");
  });

  test.each<[number, number, string]>([
    [403, -32603, "failed false"],
    [500, -32603, "failed true"],
    [500, -32601, "failed false"],
  ])("HTTP %i with the JSON-RPC error %i is %s", (httpStatus, code, expected) => {
    const failure: WireFailure = {
      kind: "link_failed",
      error: new TransportError({
        code: "unexpected_status",
        message: "x",
        mayHaveRun: true,
        status: httpStatus,
        serverError: { code, message: "no" },
      }),
    };
    expect(verdict(failure)).toBe(expected);
  });

  test("E4: a server's words are quoted, escaped and cut", () => {
    const outcome = classifyFailure(
      {
        kind: "server_error",
        code: -32603,
        message: `\u001b[2J${"x".repeat(1000)}`,
        data: undefined,
      },
      "none",
    );
    expect(outcome.kind === "failed" && outcome.error.message).toBe(
      `The server answered with error -32603: "\\u001b[2J${"x".repeat(296)}…".`,
    );
  });
});
