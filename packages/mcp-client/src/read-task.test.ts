import { isJsonObject, type JsonValue } from "@perspt/json";
import { TransportError } from "@perspt/transport";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_POLL_MS,
  MAX_POLL_MS,
  MIN_POLL_MS,
  pollDelay,
  readTask,
  transientDelay,
} from "./read-task.js";

describe("the pause between polls", () => {
  test.each<[JsonValue | undefined, number]>([
    [undefined, 1000],
    [null, 1000],
    ["500", 1000],
    [0, 250],
    [-1, 250],
    [-1e12, 250],
    [249, 250],
    [2000, 2000],
    [30_001, 30_000],
    [1e12, 30_000],
  ])("J8, T67: a hint of %j is %i ms", (hint, expected) => {
    expect(pollDelay(hint)).toBe(expected);
  });

  test("T67: no hint leaves the bounds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true }), fc.constant(undefined)), (hint) => {
        const delay = pollDelay(hint);
        expect(delay).toBeGreaterThanOrEqual(MIN_POLL_MS);
        expect(delay).toBeLessThanOrEqual(MAX_POLL_MS);
      }),
    );
  });
});

describe("a poll that failed", () => {
  const failed = (options: {
    readonly code: "stream_ended" | "rate_limited" | "unexpected_status" | "auth_required";
    readonly status?: number;
    readonly retryAfter?: number;
  }) =>
    ({
      kind: "link_failed",
      error: new TransportError({ message: "x", mayHaveRun: true, ...options }),
    }) as const;

  test.each([
    [failed({ code: "stream_ended" }), DEFAULT_POLL_MS],
    [failed({ code: "unexpected_status", status: 503 }), DEFAULT_POLL_MS],
    [failed({ code: "rate_limited", status: 429, retryAfter: 5000 }), 5000],
    [failed({ code: "rate_limited", status: 429, retryAfter: 3_600_000 }), MAX_POLL_MS],
    [failed({ code: "auth_required", status: 401 }), null],
    [failed({ code: "unexpected_status", status: 404 }), null],
  ])("J15, H20: is made again after a while, or never (%#)", (reply, expected) => {
    expect(transientDelay(reply, "streamable_http")).toBe(expected);
  });

  test("over stdio it is never made again, but for a timeout", () => {
    expect(transientDelay(failed({ code: "stream_ended" }), "stdio")).toBeNull();
    const reply = { kind: "timed_out", written: true, timeoutMs: 1 } as const;
    expect(transientDelay(reply, "stdio")).toBe(DEFAULT_POLL_MS);
  });
});

test("E4: reading a task's state is total over any JSON", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (state) => {
      const task: unknown = JSON.parse(JSON.stringify({ ...state, taskId: "t" }));
      expect(isJsonObject(task) && readTask(task, "t").kind).toBeTypeOf("string");
    }),
  );
});
