/**
 * Turns calls into tasks (io.modelcontextprotocol/tasks) as its arguments say. `script {key, seed?, states}` answers with a
 * task whose id is `key`; each `tasks/get` shows the next of `states`, the last one for ever. A state `{throws: {code, message}}` is
 * answered with that error, `{drops: true}` cuts the connection, `{waits: true}` never answers. `report {key}` tells what arrived for a
 * task, as JSON.
 */
import { never, RpcError, serve, text, toolHandlers } from "../wire/serve.mjs";

const tasks = new Map();
const created = "2026-08-01T10:00:00Z";

function taskOf({ taskId }) {
  const task = tasks.get(taskId);
  if (task === undefined) throw new RpcError(-32602, "unknown task");
  return task;
}

serve(
  {
    ...toolHandlers({
      script: {
        outputSchema: { type: "object", properties: { n: { type: "integer" } } },
        call: ({ key, seed = {}, states }) => {
          tasks.set(key, { states: [...states], gets: 0, updates: [], cancels: 0 });
          return {
            resultType: "task",
            taskId: key,
            status: "working",
            createdAt: created,
            lastUpdatedAt: created,
            ttlMs: 600_000,
            pollIntervalMs: 0,
            ...seed,
          };
        },
      },
      report: {
        call: ({ key }) => {
          const { gets, updates, cancels } = tasks.get(key);
          return text(JSON.stringify({ gets, updates, cancels }));
        },
      },
    }),
    "tasks/get": (params, exchange) => {
      const task = taskOf(params);
      task.gets += 1;
      const state = task.states.length > 1 ? task.states.shift() : task.states[0];
      if (state.throws !== undefined) throw new RpcError(state.throws.code, state.throws.message);
      if (state.waits === true) return never();
      if (state.drops === true) {
        exchange.drop();
        return never();
      }
      return {
        taskId: params.taskId,
        createdAt: created,
        lastUpdatedAt: created,
        ttlMs: 600_000,
        pollIntervalMs: 0,
        ...state,
      };
    },
    "tasks/update": (params) => {
      taskOf(params).updates.push(params.inputResponses);
      return {};
    },
    "tasks/cancel": (params) => {
      taskOf(params).cancels += 1;
      return {};
    },
  },
  { capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } } },
);
