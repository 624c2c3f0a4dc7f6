/**
 * Tools that leave a trace and, as `--orders FILE` says, kill the client in the middle: `{"pid": 1234, "when": "received" | "done"}` before or
 * after the effect; no file, no kill. `--effects FILE` is where each effect appends its note. `--as plain | task | input` is how every
 * call is answered: at once, as a task that is done at its second poll, or after one question.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { optionValue, RpcError, serve, text, toolHandlers } from "../wire/serve.mjs";

const [effects, orders, form] = ["--effects", "--orders", "--as"].map(optionValue);
const created = "2026-08-01T10:00:00Z";
const task = { createdAt: created, lastUpdatedAt: created, ttlMs: 600_000, pollIntervalMs: 0 };
const polls = new Map();

/** Longer than what a journal keeps in a record. */
const result = text("done ".repeat(14_000));

const question = {
  resultType: "input_required",
  inputRequests: {
    sure: {
      method: "elicitation/create",
      params: {
        message: "Sure?",
        requestedSchema: { type: "object", properties: { sure: { type: "boolean" } } },
      },
    },
  },
};

function obey(when) {
  if (!existsSync(orders)) return;
  const order = JSON.parse(readFileSync(orders, "utf8"));
  if (order.when === when) process.kill(order.pid, "SIGKILL");
}

function act({ note }) {
  obey("received");
  appendFileSync(effects, `${note}\n`);
  obey("done");
}

function call(args, _exchange, { inputResponses }) {
  if (form === "input" && inputResponses === undefined) return question;
  act(args);
  if (form !== "task") return result;
  const taskId = `task-of-${args.note}`;
  polls.set(taskId, 0);
  return { resultType: "task", taskId, status: "working", ...task };
}

const tool = {
  inputSchema: { type: "object", properties: { note: { type: "string" } }, required: ["note"] },
  call,
};

serve(
  {
    ...toolHandlers({ look: tool, put: tool, add: tool }),
    "tasks/get": ({ taskId }) => {
      const seen = polls.get(taskId);
      if (seen === undefined) throw new RpcError(-32602, "unknown task");
      polls.set(taskId, seen + 1);
      return seen === 0
        ? { taskId, status: "working", ...task }
        : { taskId, status: "completed", result, ...task };
    },
    "tasks/cancel": () => ({}),
  },
  { capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } } },
);
