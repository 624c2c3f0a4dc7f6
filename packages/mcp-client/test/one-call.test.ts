import { readFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { allowEverything, type CallGuard } from "../src/index.js";
import { type GuardEntry, recordingGuard } from "../src/testing/index.js";
import {
  callTool,
  connect,
  fixtureEndpoint,
  TRANSPORTS,
  temporaryFolder,
  theTool,
} from "./clients.js";

describe.each(TRANSPORTS)("one call over %s", (kind) => {
  test("a connection is one server/discover, and tells what the server is", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    expect(client.server).toMatchObject({
      protocolVersion: "2026-07-28",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
    });
  });

  test("a tool's result is completed, without its resultType", async () => {
    const client = await connect(await fixtureEndpoint(kind, "echo"));
    const outcome = await callTool(client, "echo", { message: "日本 😀" });
    expect(outcome).toMatchObject({
      kind: "completed",
      mayHaveRun: true,
      result: { content: [{ type: "text", text: "日本 😀" }] },
    });
    expect(outcome.kind === "completed" && "resultType" in outcome.result).toBe(false);
  });

  test("isError is a tool error, with its content (T9)", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    expect(await callTool(client, "fail")).toMatchObject({
      kind: "tool_error",
      result: { content: [{ text: "it did not work" }] },
    });
  });

  test("the guard is asked before, at and after the one leg, with facts of the outgoing message", async () => {
    const guard = recordingGuard();
    const client = await connect(await fixtureEndpoint(kind, "echo"), { guard });
    await callTool(client, "echo", { message: "x" });
    const leg = { call: "call-1", number: 1, kind: "send", method: "tools/call" };
    expect(guard.log).toMatchObject([
      { at: "before", leg },
      {
        at: "redeem",
        facts: { ...leg, target: "echo", argumentsDigest: digest({ message: "x" }) },
      },
      { at: "after", leg, result: { kind: "complete", result: { resultType: "complete" } } },
    ]);
  });

  test.each<GuardEntry["at"]>(["before", "redeem"])(
    "a guard that says no at %s makes the call refused, and nothing reaches the server",
    async (stage) => {
      const effects = join(temporaryFolder(), "effects");
      const client = await connect(await fixtureEndpoint(kind, "toolbox", ["--effects", effects]), {
        guard: recordingGuard(({ at }) => at === stage),
      });
      expect(await callTool(client, "count")).toEqual({
        kind: "refused",
        mayHaveRun: false,
        error: { code: "not_today", message: "Not today.", hint: null, serverError: null },
      });
      expect(() => readFileSync(effects)).toThrow("ENOENT");
    },
  );

  test("a guard that says no after the answer makes the call uncertain, and its result is not shown", async () => {
    const client = await connect(await fixtureEndpoint(kind, "echo"), {
      guard: recordingGuard(({ at }) => at === "after"),
    });
    expect(await callTool(client, "echo", { message: "x" })).toEqual({
      kind: "uncertain",
      mayHaveRun: true,
      error: { code: "not_today", message: "Not today.", hint: null, serverError: null },
      taskId: null,
    });
  });

  test.each<[GuardEntry["at"], string]>([
    ["before", "refused"],
    ["redeem", "refused"],
    ["after", "uncertain"],
  ])("a guard that throws at %s counts as one that says no: %s", async (stage, expected) => {
    const guard = recordingGuard(({ at }) => {
      if (at === stage) throw new Error("disk full");
      return false;
    });
    const client = await connect(await fixtureEndpoint(kind, "echo"), { guard });
    expect(await callTool(client, "echo", { message: "x" })).toMatchObject({
      kind: expected,
      error: { code: "guard_failed", message: "disk full" },
    });
  });

  test.each<[keyof CallGuard, unknown, string, string]>([
    ["beforeLeg", undefined, "refused", "expected an object; got nothing."],
    ["beforeLeg", true, "refused", "expected an object; got a boolean."],
    [
      "redeem",
      Promise.resolve({ kind: "proceed" }),
      "refused",
      'expected kind to be "proceed" or "refuse"; got nothing.',
    ],
    ["afterLeg", { kind: "refuse" }, "uncertain", "expected code to be a text; got nothing."],
  ])(
    "what guard.%s gives and is no verdict counts as one that says no",
    async (method, given, kindOfEnd, told) => {
      const guard = { ...allowEverything(), [method]: () => given };
      const client = await connect(await fixtureEndpoint(kind, "echo"), { guard });
      expect(await callTool(client, "echo", { message: "x" })).toMatchObject({
        kind: kindOfEnd,
        error: { code: "guard_failed", message: `the verdict of guard.${method}: ${told}` },
      });
    },
  );

  test("report 21: a connection lost after the send is uncertain, and the effect happened once", async () => {
    const effects = join(temporaryFolder(), "effects");
    const client = await connect(
      await fixtureEndpoint(kind, "drops-after-effect", ["--effects", effects]),
    );
    expect(await callTool(client, "count")).toMatchObject({ kind: "uncertain", mayHaveRun: true });
    expect(readFileSync(effects, "utf8")).toBe("counted\n");
  });

  test("no answer within timeout_ms is uncertain with code timeout", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"), { timeoutMs: 1500 });
    expect(await callTool(client, "slow", { milliseconds: 60_000 })).toMatchObject({
      kind: "uncertain",
      error: { code: "timeout", message: "No answer came within 1500 ms." },
    });
  });

  test("a caller's abort after the send is uncertain with code cancelled", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    expect(await callTool(client, "slow", { milliseconds: 60_000 }, stop.signal)).toMatchObject({
      kind: "uncertain",
      error: { code: "cancelled" },
    });
  });

  test("a caller's abort before the send is refused, and the connection lives on", async () => {
    const client = await connect(await fixtureEndpoint(kind, "echo"));
    const tool = await theTool(client, "echo");
    const request = { kind: "tool", tool, arguments: { message: "x" } } as const;
    expect(await client.call(request, { call: "a", signal: AbortSignal.abort() })).toMatchObject({
      kind: "refused",
      error: { code: "cancelled_before_send" },
    });
    const signal = new AbortController().signal;
    expect((await client.call(request, { call: "b", signal })).kind).toBe("completed");
  });

  test("report 7: a result over max_result_bytes is uncertain, and the connection lives on", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"), { maxResultBytes: 1000 });
    expect(await callTool(client, "large", { bytes: 2000 })).toMatchObject({
      kind: "uncertain",
      error: { code: "result_too_large" },
    });
    expect((await callTool(client, "echo", { message: "x" })).kind).toBe("completed");
  });

  test("a hundred calls side by side are told apart (V1)", async () => {
    const client = await connect(await fixtureEndpoint(kind, "echo"));
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => callTool(client, "echo", { message: `m${index}` })),
    );
    expect(
      outcomes.map((outcome) => outcome.kind === "completed" && outcome.result["content"]),
    ).toEqual(Array.from({ length: 100 }, (_, index) => [{ type: "text", text: `m${index}` }]));
  });
});
