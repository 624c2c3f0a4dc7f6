import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { CallContext } from "./call-context.js";
import { pause } from "./call-deadline.js";
import type { CallOutcome } from "./call-outcome.js";
import { classifyFailure, uncertain } from "./classify-failure.js";
import { excerpt } from "./excerpt.js";
import { fulfilInputs } from "./fulfil-inputs.js";
import type { GuardedLegs } from "./guarded-legs.js";
import { judgeResult } from "./judge-result.js";
import type { McpRequest } from "./mcp-client.js";
import { readResult } from "./read-result.js";
import type { WireReply } from "./wire-reply.js";
import { DeadlinePassed } from "./wire-session.js";

/** Bounds of a server's poll hint, and what is used where it gives none, in milliseconds (J8, T67). */
export const MIN_POLL_MS = 250;
export const MAX_POLL_MS = 30_000;
export const DEFAULT_POLL_MS = 1000;

/** How long a cancelled task's server is waited for. */
const CANCEL_WAIT_MS = 2000;

export interface TaskRun {
  readonly legs: GuardedLegs;
  readonly request: McpRequest;
  readonly operation: string;
  readonly taskId: string;
  /** The task as the call was answered with. */
  readonly seed: JsonObject;
  readonly signal: AbortSignal;
}

/**
 * Follows a task to its end, and turns that into the call's outcome. The guard has seen the task's id before this is called, so that it
 * is durable before the first poll (J10). A task that fails, vanishes or is given up leaves the call uncertain.
 */
export async function followTask(context: CallContext, run: TaskRun): Promise<CallOutcome> {
  const answered = new Set<string>();
  let task = run.seed;
  while (true) {
    await pause(pollDelay(task["pollIntervalMs"]), run.signal);
    if (run.signal.aborted) return giveUp(context, run);
    const end = await taskLeg(run, "task_get", "tasks/get", {});
    if (end.kind === "outcome") return end.outcome;
    if (end.reply.kind !== "result") {
      if (run.signal.aborted) return giveUp(context, run);
      // A poll changes nothing, so one that the link lost is made again until the deadline (J15).
      if (isPassing(end.reply)) continue;
      return withTask(classifyFailure(end.reply, true), run.taskId);
    }
    if (end.reading?.kind !== "complete")
      return malformed(run, "its state has no resultType complete");
    task = end.reading.result;
    if (task["taskId"] !== run.taskId) return malformed(run, "its state names another task");
    switch (task["status"]) {
      case "working":
        break;
      case "completed":
        return isJsonObject(task["result"])
          ? judgeResult(run.request, withoutResultType(task["result"]), context)
          : malformed(run, "it is completed without a result");
      case "failed":
        return failed(run, task["error"]);
      case "cancelled":
        return lost(run, "task_cancelled", "The server cancelled the task.");
      case "input_required": {
        const given = await giveInputs(context, run, task["inputRequests"], answered);
        if (given !== null) return given;
        break;
      }
      default:
        return malformed(run, "its status is not known");
    }
  }
}

/** Answers each input once, by its key, however often the task repeats it (J11). Null when the task can go on. */
async function giveInputs(
  context: CallContext,
  run: TaskRun,
  inputRequests: JsonValue | undefined,
  answered: Set<string>,
): Promise<CallOutcome | null> {
  if (!isJsonObject(inputRequests)) return malformed(run, "it asks for input without saying which");
  const open = Object.entries(inputRequests).filter(([key]) => !answered.has(key));
  if (open.length === 0) return null;
  const inputs = await fulfilInputs(context, run.operation, Object.fromEntries(open), run.signal);
  if (inputs.kind === "refused") {
    await cancelTask(run);
    return lost(run, inputs.code, inputs.message);
  }
  for (const [key] of open) answered.add(key);
  const end = await taskLeg(run, "task_update", "tasks/update", {
    inputResponses: inputs.responses,
  });
  if (end.kind === "outcome") return end.outcome;
  return end.reply.kind === "result"
    ? null
    : withTask(classifyFailure(end.reply, true), run.taskId);
}

function taskLeg(
  run: TaskRun,
  kind: "task_get" | "task_update" | "task_cancel",
  method: string,
  params: JsonObject,
  signal: AbortSignal = run.signal,
) {
  return run.legs.send({
    kind,
    method,
    params: { taskId: run.taskId, ...params },
    headers: {},
    signal,
    read: (result) => readResult(result, { method, tasksDeclared: true }),
  });
}

/** One request to cancel, whose answer is only an acknowledgement (J14). */
async function cancelTask(run: TaskRun): Promise<void> {
  await taskLeg(run, "task_cancel", "tasks/cancel", {}, AbortSignal.timeout(CANCEL_WAIT_MS));
}

async function giveUp(context: CallContext, run: TaskRun): Promise<CallOutcome> {
  await cancelTask(run);
  return run.signal.reason instanceof DeadlinePassed
    ? lost(
        run,
        "deadline_passed",
        `The task did not end within ${context.maxTaskWaitMs} ms.`,
        "Raise max_task_wait_ms in this server's table if it needs longer.",
      )
    : lost(run, "cancelled", "The call was cancelled while its task was running.");
}

function pollDelay(hint: JsonValue | undefined): number {
  const wished = typeof hint === "number" && Number.isFinite(hint) ? hint : DEFAULT_POLL_MS;
  return Math.min(Math.max(wished, MIN_POLL_MS), MAX_POLL_MS);
}

function isPassing(reply: WireReply): boolean {
  switch (reply.kind) {
    case "timed_out":
      return true;
    case "link_failed": {
      const { code, status } = reply.error;
      return (
        (status !== undefined && status >= 500) ||
        code === "stream_ended" ||
        code === "connection_lost" ||
        code === "unreachable" ||
        code === "rate_limited"
      );
    }
    default:
      return false;
  }
}

/** The result within a task may or may not say that it is complete (J7). */
function withoutResultType({ resultType: _, ...result }: JsonObject): JsonObject {
  return result;
}

function failed(run: TaskRun, error: JsonValue | undefined): CallOutcome {
  if (
    !isJsonObject(error) ||
    typeof error["code"] !== "number" ||
    typeof error["message"] !== "string"
  ) {
    return malformed(run, "it failed without saying why");
  }
  const serverError = { code: error["code"], message: error["message"] };
  return uncertain(
    {
      code: "task_failed",
      message: `The task failed with error ${serverError.code}: ${excerpt(serverError.message)}.`,
      hint: null,
      serverError,
    },
    run.taskId,
  );
}

function malformed(run: TaskRun, reason: string): CallOutcome {
  return lost(run, "malformed_task", `The task cannot be followed: ${reason}.`);
}

function lost(
  run: TaskRun,
  code: string,
  message: string,
  hint: string | null = null,
): CallOutcome {
  return uncertain({ code, message, hint, serverError: null }, run.taskId);
}

/** Whatever a later leg came to, the call had been sent and had become a task. */
function withTask(outcome: CallOutcome, taskId: string): CallOutcome {
  switch (outcome.kind) {
    case "completed":
    case "tool_error":
      return outcome;
    case "refused":
    case "failed":
    case "uncertain":
      return uncertain(outcome.error, taskId);
  }
}
