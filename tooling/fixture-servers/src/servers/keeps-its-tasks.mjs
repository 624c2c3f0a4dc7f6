/**
 * A server whose tasks outlive it: `work {note, milliseconds}` appends its note to `--effects FILE` at once and answers with a task that is
 * done after that time, whichever process is asked. `--tasks DIRECTORY` is where they are kept; without it they end with the process.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { optionValue, RpcError, serve, text, toolHandlers } from "../wire/serve.mjs";

const [effects, kept] = ["--effects", "--tasks"].map(optionValue);
const memory = new Map();
const store = {
  set(taskId, task) {
    if (kept === undefined) return void memory.set(taskId, task);
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, taskId), JSON.stringify(task));
  },
  get(taskId) {
    if (kept === undefined) return memory.get(taskId) ?? null;
    const path = join(kept, taskId);
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
  },
};
const created = "2026-08-01T10:00:00Z";
const frame = { createdAt: created, lastUpdatedAt: created, ttlMs: 600_000, pollIntervalMs: 50 };

function work({ note, milliseconds }) {
  const taskId = randomUUID();
  appendFileSync(effects, `${note}\n`);
  store.set(taskId, { note, doneAt: Date.now() + milliseconds });
  return { resultType: "task", taskId, status: "working", ...frame };
}

serve(
  {
    ...toolHandlers({
      work: {
        inputSchema: {
          type: "object",
          properties: { note: { type: "string" }, milliseconds: { type: "integer" } },
          required: ["note", "milliseconds"],
        },
        call: work,
      },
    }),
    "tasks/get": ({ taskId }) => {
      const task = store.get(taskId);
      if (task === null) throw new RpcError(-32602, "unknown task");
      const { note, doneAt } = task;
      return Date.now() < doneAt
        ? { taskId, status: "working", ...frame }
        : { taskId, status: "completed", result: text(`worked on ${note}`), ...frame };
    },
    "tasks/cancel": () => ({}),
  },
  { capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } } },
);
