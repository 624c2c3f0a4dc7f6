import { randomUUID } from "node:crypto";
import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import type { CallOutcome, McpClient } from "../src/index.js";
import { MAX_TASKS } from "../src/task-slots.js";
import { recordingGuard } from "../src/testing/index.js";
import {
  callTool,
  connect,
  fixtureEndpoint,
  parseObject,
  sharedFixture,
  textOf,
  theTool,
} from "./clients.js";

const shared = sharedFixture("runs-tasks");
const done: JsonObject = {
  status: "completed",
  result: { content: [{ type: "text", text: "ok" }], structuredContent: { n: 1 } },
};
const working: JsonObject = { status: "working" };

async function resume(client: McpClient, taskId: string): Promise<CallOutcome> {
  const tool = await theTool(client, "script");
  const { signal } = new AbortController();
  const request = { kind: "tool", tool, arguments: {} } as const;
  return client.resumeTask({ taskId, request }, { call: "resumed-1", signal });
}

/** Leaves a task running in the server, and its first connection closed. */
async function leftRunning(states: readonly JsonObject[]): Promise<string> {
  const key = randomUUID();
  const first = await connect(shared());
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  await callTool(first, "script", { key, states: [...states] }, stop.signal);
  await first.close();
  return key;
}

describe("J10: a task that an earlier connection was handed", () => {
  test("is asked for its result, and the call is not made again", async () => {
    const taskId = await leftRunning([done]);
    const guard = recordingGuard();
    const client = await connect(shared(), { guard });
    expect(await resume(client, taskId)).toEqual({
      kind: "completed",
      mayHaveRun: true,
      result: { content: [{ type: "text", text: "ok" }], structuredContent: { n: 1 } },
    });
    expect(guard.lines()).toEqual([
      "before 1 task_get",
      `redeem 1 task_get ${taskId}`,
      "after 1 task_get complete",
    ]);
  });

  test("J15: that the server knows no longer leaves the call uncertain, with its id", async () => {
    const client = await connect(shared());
    expect(await resume(client, "never-was")).toMatchObject({
      kind: "uncertain",
      mayHaveRun: true,
      taskId: "never-was",
      error: { serverError: { code: -32602 } },
    });
  });

  test("J6: that answers for another task, or not by this tool's schema, is uncertain", async () => {
    const other = await leftRunning([{ ...done, taskId: "another" }]);
    const wrong = await leftRunning([
      { status: "completed", result: { content: [], structuredContent: { n: "no integer" } } },
    ]);
    const client = await connect(shared());
    expect(await resume(client, other)).toMatchObject({ error: { code: "malformed_task" } });
    expect(await resume(client, wrong)).toMatchObject({
      kind: "uncertain",
      error: { code: "output_schema_mismatch" },
    });
  });

  test("is not asked for where the server offers no tasks, or the guard says no", async () => {
    const echo = await connect(await fixtureEndpoint("stdio", "echo"));
    const tool = await theTool(echo, "echo");
    const request = { kind: "tool", tool, arguments: {} } as const;
    const { signal } = new AbortController();
    expect(await echo.resumeTask({ taskId: "t", request }, { call: "c", signal })).toMatchObject({
      kind: "uncertain",
      taskId: "t",
      error: { code: "tasks_not_available" },
    });
    const taskId = await leftRunning([done]);
    const client = await connect(shared(), { guard: recordingGuard(({ at }) => at === "redeem") });
    expect(await resume(client, taskId)).toMatchObject({
      kind: "uncertain",
      error: { code: "not_today" },
    });
  });
});

test("J20: tasks beyond the bound are cancelled at the server, and those within it go on", async () => {
  const client = await connect(shared());
  const keys = Array.from({ length: MAX_TASKS + 2 }, () => randomUUID());
  const stop = new AbortController();
  const outcomes = keys.map((key) =>
    callTool(client, "script", { key, states: [working] }, stop.signal),
  );
  expect(await Promise.race(outcomes)).toMatchObject({
    kind: "uncertain",
    error: { code: "too_many_tasks" },
  });
  stop.abort();
  const ended = await Promise.all(outcomes);
  const codes = ended.map((outcome) => ("error" in outcome ? outcome.error.code : outcome.kind));
  expect(codes.filter((code) => code === "too_many_tasks")).toHaveLength(2);
  const refused = keys[codes.indexOf("too_many_tasks")] ?? "";
  const report = parseObject(textOf(await callTool(client, "report", { key: refused })));
  expect(report).toMatchObject({ gets: 0, cancels: 1 });
});
