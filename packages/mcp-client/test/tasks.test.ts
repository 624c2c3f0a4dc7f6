import { randomUUID } from "node:crypto";
import { scriptedElicitation } from "@perspt/elicitation";
import { startHttpServer } from "@perspt/fixture-servers";
import { isJsonObject, type JsonObject } from "@perspt/json";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { CallOutcome, McpClient, McpClientOptions } from "../src/index.js";
import { recordingGuard } from "../src/testing/index.js";
import {
  callTool,
  connect,
  fixtureEndpoint,
  http,
  parseObject,
  sharedFixture,
  TRANSPORTS,
  textOf,
} from "./clients.js";

const TASKS = "io.modelcontextprotocol/tasks";
const shared = sharedFixture("runs-tasks");

/** Names this test's task in the server; it is the task's id too. */
let key = "";
beforeEach(() => {
  key = randomUUID();
});

const done: JsonObject = {
  status: "completed",
  result: { content: [{ type: "text", text: "ok" }], structuredContent: { n: 1 } },
};
const working: JsonObject = { status: "working" };

function script(
  client: McpClient,
  states: readonly JsonObject[],
  seed: JsonObject = {},
  signal?: AbortSignal,
): Promise<CallOutcome> {
  return callTool(client, "script", { key, seed, states }, signal);
}

/** What the server saw of this test's task. */
async function seen(client: McpClient): Promise<JsonObject> {
  return parseObject(textOf(await callTool(client, "report", { key })));
}

describe.each(TRANSPORTS)("a call that becomes a task over %s", (kind) => {
  const open = async (options: Partial<McpClientOptions> = {}): Promise<McpClient> =>
    connect(await fixtureEndpoint(kind, "runs-tasks"), options);

  test("J10: is followed to its result; the guard has the task's id before the first poll", async () => {
    const guard = recordingGuard();
    const client = await open({ guard });
    expect(await script(client, [working, done])).toEqual({
      kind: "completed",
      mayHaveRun: true,
      result: { content: [{ type: "text", text: "ok" }], structuredContent: { n: 1 } },
    });
    expect(guard.lines()).toEqual([
      "before 1 send",
      "redeem 1 send script",
      "after 1 send task",
      "before 2 task_get",
      `redeem 2 task_get ${key}`,
      "after 2 task_get complete",
      "before 3 task_get",
      `redeem 3 task_get ${key}`,
      "after 3 task_get complete",
    ]);
    expect(guard.log[2]).toMatchObject({ at: "after", result: { kind: "task", taskId: key } });
  });

  test("J9: a server whose clock is a year off, and whose lifetime is over, ends nothing: our own deadline does", async () => {
    const seed = {
      createdAt: "2020-01-01T00:00:00Z",
      lastUpdatedAt: "2020-01-01T00:00:00Z",
      ttlMs: 1,
    };
    const client = await open();
    const states = [
      { ...working, ...seed },
      { ...done, createdAt: "2099-01-01T00:00:00Z" },
    ];
    expect((await script(client, states, seed)).kind).toBe("completed");
  });

  test("J2: the server decides which call becomes a task; each is taken as it comes", async () => {
    const client = await open();
    expect((await script(client, [done])).kind).toBe("completed");
    expect(await seen(client)).toMatchObject({ gets: 1 });
    expect((await script(client, [working, done])).kind).toBe("completed");
  });

  test("J11, J13: each input is asked and answered once, however often the task repeats it", async () => {
    const elicitation = scriptedElicitation([
      { action: "accept", content: { a: 1 } },
      { action: "decline" },
    ]);
    const client = await open({ elicitation });
    const question = {
      method: "elicitation/create",
      params: { message: "?", requestedSchema: { type: "object" } },
    };
    const asks = { status: "input_required", inputRequests: { a: question } };
    const asksTwo = { status: "input_required", inputRequests: { a: question, b: question } };
    expect((await script(client, [asks, asks, asks, asksTwo, working, done])).kind).toBe(
      "completed",
    );
    expect(elicitation.asked).toHaveLength(2);
    expect((await seen(client))["updates"]).toEqual([
      { a: { action: "accept", content: { a: 1 } } },
      { b: { action: "decline" } },
    ]);
  });

  test("J14: an abort cancels the task once, and the call is uncertain under its task's id", async () => {
    const client = await open();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 800);
    expect(await script(client, [working], {}, stop.signal)).toMatchObject({
      kind: "uncertain",
      taskId: key,
      error: { code: "cancelled" },
    });
    expect(await seen(client)).toMatchObject({ cancels: 1 });
  });

  test("J14: an abort during a poll cancels the task too", async () => {
    const client = await open();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 800);
    expect(await script(client, [{ waits: true }], {}, stop.signal)).toMatchObject({
      kind: "uncertain",
      taskId: key,
      error: { code: "cancelled" },
    });
    expect(await seen(client)).toMatchObject({ gets: 1, cancels: 1 });
  });

  test("T68: a task that works for ever ends with the call's deadline, cancelled once", async () => {
    const client = await open({ maxTaskWaitMs: 1000 });
    expect(await script(client, [working])).toMatchObject({
      kind: "uncertain",
      taskId: key,
      error: { code: "deadline_passed" },
    });
    const { gets, cancels } = await seen(client);
    expect(cancels).toBe(1);
    // T67: at most one poll in 250 ms, and two more.
    expect(gets).toBeLessThanOrEqual(6);
  });
});

describe("what a task's end means", () => {
  test.each<[string, JsonObject, object]>([
    [
      "J7: a result that says isError is a tool error",
      { status: "completed", result: { content: [], isError: true } },
      { kind: "tool_error", mayHaveRun: true },
    ],
    [
      "J6: a failed task is uncertain, with the server's error",
      { status: "failed", error: { code: -32603, message: "boom" } },
      {
        kind: "uncertain",
        error: { code: "task_failed", serverError: { code: -32603, message: "boom" } },
      },
    ],
    [
      "a task that the server cancelled is uncertain",
      { status: "cancelled" },
      { kind: "uncertain", error: { code: "task_cancelled" } },
    ],
    [
      "J15: an expired task is uncertain",
      { throws: { code: -32602, message: "unknown task" } },
      { kind: "uncertain", error: { code: "server_error", serverError: { code: -32602 } } },
    ],
    [
      "T38: a result that does not fit the output schema is uncertain",
      { status: "completed", result: { content: [], structuredContent: { n: "x" } } },
      { kind: "uncertain", error: { code: "output_schema_mismatch" } },
    ],
    [
      "a result without content is uncertain",
      { status: "completed", result: {} },
      { kind: "uncertain", error: { code: "invalid_result" } },
    ],
  ])("%s", async (_what, state, expected) => {
    const client = await connect(shared());
    const outcome = await script(client, [state]);
    expect(outcome).toMatchObject(expected);
    if (outcome.kind === "uncertain") expect(outcome.taskId).toBe(key);
  });

  test.each<[string, JsonObject]>([
    ["an unknown status", { status: "paused" }],
    ["no status", { status: null }],
    ["a status that every object has", { status: "constructor" }],
    ["completion without a result", { status: "completed" }],
    ["completion with a list", { status: "completed", result: [] }],
    ["failure without an error", { status: "failed" }],
    ["failure with an odd error", { status: "failed", error: { code: "x", message: 1 } }],
    ["another task's id", { status: "working", taskId: "t-other" }],
    ["questions that are none", { status: "input_required" }],
    ["J5: a resultType of its own", { resultType: "task", status: "working" }],
    ["V5: no resultType", { resultType: null, status: "working" }],
  ])("J6, T68: %s is malformed, and the call uncertain", async (_what, state) => {
    const client = await connect(shared());
    expect(await script(client, [state])).toMatchObject({
      kind: "uncertain",
      taskId: key,
      error: { code: "malformed_task" },
    });
  });

  test("J4: a task that is over at once still has to be asked for its result", async () => {
    const client = await connect(shared());
    expect((await script(client, [done], { status: "completed" })).kind).toBe("completed");
    expect(await seen(client)).toMatchObject({ gets: 1 });
  });

  test.each<[string, JsonObject]>([
    ["J3: the nested shape of a draft", { taskId: null, task: { taskId: "t" } }],
    ["an empty id", { taskId: "" }],
    ["no status", { status: null }],
  ])("%s is no task", async (_what, seed) => {
    const client = await connect(shared());
    expect(await script(client, [done], seed)).toMatchObject({
      kind: "uncertain",
      taskId: null,
      error: { code: "invalid_result" },
    });
  });

  test.each<[string, JsonObject]>([
    ["no extension", { tools: {} }],
    ["it without its prefix", { tools: {}, extensions: { tasks: {} } }],
    ["it as an older core capability", { tools: {}, tasks: {} }],
  ])(
    "V14, V15: is an invalid result of a server that offers %s, and is not asked about",
    async (_what, capabilities) => {
      const server = await startHttpServer(
        {
          "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }] }),
          "tools/call": () => ({ resultType: "task", taskId: "x", status: "working" }),
        },
        { capabilities },
      );
      onTestFinished(() => server.close());
      expect(await callTool(await connect(http(server.url)), "t")).toMatchObject({
        kind: "uncertain",
        taskId: null,
        error: { code: "invalid_result" },
      });
      const methods = server.requests.map(({ body }) => parseObject(body)["method"]);
      expect(methods).toEqual(["server/discover", "tools/list", "tools/call"]);
    },
  );

  test("V6: a task is an invalid result where tasks are off", async () => {
    const client = await connect(shared(), { tasks: false });
    expect(await script(client, [done])).toMatchObject({
      kind: "uncertain",
      error: { code: "invalid_result" },
    });
    expect(await seen(client)).toMatchObject({ gets: 0 });
  });
});

describe("on the way to a task's end", () => {
  test("J15: a poll that the connection lost is made again", async () => {
    const client = await connect(shared());
    expect((await script(client, [{ drops: true }, done])).kind).toBe("completed");
    expect(await seen(client)).toMatchObject({ gets: 2 });
  });

  test("over stdio a lost connection is the end of the task's call", async () => {
    const client = await connect(await fixtureEndpoint("stdio", "runs-tasks"));
    expect(await script(client, [{ drops: true }])).toMatchObject({
      kind: "uncertain",
      taskId: key,
      error: { code: "server_exited" },
    });
  });

  test("J10: a guard that forbids the poll leaves the call uncertain under its task's id", async () => {
    const guard = recordingGuard(({ at, ...entry }) => {
      return at === "before" && "leg" in entry && entry.leg.kind === "task_get";
    });
    const client = await connect(shared(), { guard });
    expect(await script(client, [done])).toMatchObject({
      kind: "uncertain",
      taskId: key,
      error: { code: "not_today" },
    });
    expect(await seen(client)).toMatchObject({ gets: 0 });
  });

  test("J12: what a task asks for passes the same opt-ins, and one that fails them is cancelled", async () => {
    const client = await connect(shared());
    const inputRequests = { a: { method: "roots/list" } };
    expect(await script(client, [{ status: "input_required", inputRequests }])).toMatchObject({
      kind: "uncertain",
      taskId: key,
      error: { code: "input_not_enabled" },
    });
    expect(await seen(client)).toMatchObject({ updates: [], cancels: 1 });
  });

  test("T64: questions of a task are counted like all questions of a call", async () => {
    const elicitation = scriptedElicitation(Array(10).fill({ action: "decline" }));
    const client = await connect(shared(), { elicitation });
    const states = Array.from({ length: 10 }, (_, n) => ({
      status: "input_required",
      inputRequests: {
        [`k${n}`]: {
          method: "elicitation/create",
          params: { message: "?", requestedSchema: { type: "object" } },
        },
      },
    }));
    expect(await script(client, states)).toMatchObject({
      kind: "uncertain",
      error: { code: "too_many_elicitations" },
    });
    expect(elicitation.asked).toHaveLength(5);
  });

  test("each change of its state is told once", async () => {
    const client = await connect(shared());
    const half = { status: "working", statusMessage: "half" };
    await script(client, [working, half, half, done]);
    await client.close();
    const told: unknown[] = [];
    for await (const event of client.events()) told.push(event);
    const event = { type: "task", call: "call-1" };
    expect(told).toEqual([
      { ...event, status: "working", message: null },
      { ...event, status: "working", message: "half" },
      { ...event, status: "completed", message: null },
    ]);
  });

  test("J1, J18: tasks are declared on every leg, and polls ask for no progress", async () => {
    const metas: unknown[] = [];
    const task = { taskId: "t", status: "working", pollIntervalMs: 0 };
    const server = await startHttpServer(
      {
        "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }] }),
        "tools/call": () => ({ resultType: "task", ...task }),
        "tasks/get": () => ({ ...task, status: "completed", result: { content: [] } }),
      },
      {
        capabilities: { tools: {}, extensions: { [TASKS]: {} } },
        onRequest: ({ body }) => {
          const { method, params } = parseObject(body);
          metas.push([method, isJsonObject(params) ? params["_meta"] : null]);
        },
      },
    );
    onTestFinished(() => server.close());
    expect((await callTool(await connect(http(server.url)), "t")).kind).toBe("completed");
    const declared = {
      "io.modelcontextprotocol/clientCapabilities": { extensions: { [TASKS]: {} } },
    };
    expect(metas.slice(2)).toMatchObject([
      ["tools/call", { ...declared, progressToken: "progress-1" }],
      ["tasks/get", declared],
    ]);
    expect(metas[3]).not.toHaveProperty("1.progressToken");
  });
});
