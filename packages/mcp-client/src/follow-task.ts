import type { JsonObject } from "@perspt/json";
import type { CallContext } from "./call-context.js";
import type { CallErrorCode } from "./call-error-code.js";
import type { CallFrame } from "./call-frame.js";
import type { LegKind } from "./call-guard.js";
import type { CallOutcome } from "./call-outcome.js";
import { classifyFailure, uncertain, uncertainAsTold } from "./classify-failure.js";
import { pause } from "./client-clock.js";
import { excerpt } from "./excerpt.js";
import type { LegEnd } from "./guarded-legs.js";
import { judgeResult } from "./judge-result.js";
import type { McpRequest } from "./mcp-client.js";
import { readResult } from "./read-result.js";
import { pollDelay, readTask, type TaskState, transientDelay } from "./read-task.js";
import { Stop } from "./stop.js";
import { stoppedOutcome } from "./stopped-outcome.js";
import { MAX_TASKS } from "./task-slots.js";

/** How long a cancelled task's server is waited for. */
export const CANCEL_WAIT_MS = 2000;

export interface TaskRun extends CallFrame {
  readonly request: McpRequest;
  readonly taskId: string;
  /** The task as the call was answered with; null for one that an earlier connection was handed, which is asked for at once. */
  readonly seed: JsonObject | null;
}

/**
 * Follows a task to its end, and turns that into the call's outcome. The guard has seen the task's id before this is called, so that it
 * is durable before the first poll (J10). A task that fails, vanishes or is given up leaves the call uncertain.
 */
export async function followTask(context: CallContext, run: TaskRun): Promise<CallOutcome> {
  const follower = new TaskFollower(context, run);
  const release = context.taskSlots.take();
  try {
    const outcome = release === null ? follower.turnAway() : follower.follow();
    return withTask(await outcome, run.taskId);
  } finally {
    release?.();
  }
}

type Poll =
  | { readonly kind: "state"; readonly state: TaskState }
  | { readonly kind: "again"; readonly delayMs: number }
  | { readonly kind: "outcome"; readonly outcome: CallOutcome };

class TaskFollower {
  readonly #context: CallContext;
  readonly #run: TaskRun;
  /** Keys of inputs that were answered; none is answered twice, however often the task repeats it (J11). */
  readonly #answered = new Set<string>();
  #told = "";

  constructor(context: CallContext, run: TaskRun) {
    this.#context = context;
    this.#run = run;
  }

  async follow(): Promise<CallOutcome> {
    const { seed, stop } = this.#run;
    if (seed !== null) this.#tell(seed);
    let delayMs = seed === null ? 0 : pollDelay(seed["pollIntervalMs"]);
    while (true) {
      await pause(this.#context.clock, delayMs, stop.signal);
      if (stop.isStopped) return this.#giveUp(stoppedOutcome(stop));
      const poll = await this.#poll();
      switch (poll.kind) {
        case "outcome":
          return stop.isStopped ? this.#giveUp(stoppedOutcome(stop)) : poll.outcome;
        case "again":
          delayMs = poll.delayMs;
          break;
        case "state": {
          const outcome = await this.#act(poll.state);
          if (outcome !== null) return outcome;
          delayMs = poll.state.delayMs;
        }
      }
    }
  }

  /** There is no room for the task: it is cancelled, and what it has done by then is not known (J20). */
  turnAway(): Promise<CallOutcome> {
    return this.#giveUp(
      lost("too_many_tasks", `More than ${MAX_TASKS} tasks of the server are being followed.`),
    );
  }

  async #poll(): Promise<Poll> {
    const end = await this.#leg("task_get", {});
    switch (end.kind) {
      case "outcome":
        return end;
      case "no_result": {
        // A poll changes nothing, so one that the link lost is made again until the deadline (J15).
        const delayMs = transientDelay(end.reply, this.#context.transport);
        return delayMs === null
          ? { kind: "outcome", outcome: classifyFailure(end.reply, "may_have_run") }
          : { kind: "again", delayMs };
      }
      case "result": {
        const { reading } = end;
        if (reading.kind !== "complete") {
          return { kind: "outcome", outcome: malformed("its state is no complete result") };
        }
        this.#tell(reading.result);
        const state = readTask(reading.result, this.#run.taskId);
        return state.kind === "malformed"
          ? { kind: "outcome", outcome: malformed(state.reason) }
          : { kind: "state", state };
      }
    }
  }

  /** Null when the task goes on. */
  async #act(state: TaskState): Promise<CallOutcome | null> {
    switch (state.kind) {
      case "working":
        return null;
      case "completed":
        return judgeResult(this.#run.request, state.result, this.#context);
      case "failed":
        return taskFailed(state.error);
      case "cancelled":
        return lost("task_cancelled", "The server cancelled the task.");
      case "input_required":
        return this.#giveInputs(state.inputRequests);
    }
  }

  async #giveInputs(inputRequests: JsonObject): Promise<CallOutcome | null> {
    const open = Object.entries(inputRequests).filter(([key]) => !this.#answered.has(key));
    if (open.length === 0) return null;
    const inputs = await this.#run.inputs.fulfil(Object.fromEntries(open));
    if (inputs.kind === "refused") {
      const { code, message, hint } = inputs;
      return this.#giveUp(uncertainAsTold({ code, message, hint, serverError: null }));
    }
    if (inputs.kind === "stopped") return this.#giveUp(stoppedOutcome(this.#run.stop));
    for (const [key] of open) this.#answered.add(key);
    const end = await this.#leg("task_update", { inputResponses: inputs.responses });
    return this.#endOfUpdate(end);
  }

  #endOfUpdate(end: LegEnd): CallOutcome | null {
    switch (end.kind) {
      case "outcome":
        return end.outcome;
      case "no_result":
        return classifyFailure(end.reply, "may_have_run");
      case "result":
        return end.reading.kind === "complete"
          ? null
          : malformed("its update was acknowledged with no complete result");
    }
  }

  /** One request to cancel, whose answer is only an acknowledgement: the call stays as uncertain as it was (J14). */
  async #giveUp(outcome: CallOutcome): Promise<CallOutcome> {
    const waited = new Stop();
    const cancelTimer = this.#context.clock.schedule(CANCEL_WAIT_MS, () => waited.stop(null));
    await this.#leg("task_cancel", {}, waited);
    cancelTimer();
    return outcome;
  }

  #leg(
    kind: Extract<LegKind, "task_get" | "task_update" | "task_cancel">,
    params: JsonObject,
    stop: Stop = this.#run.stop,
  ): Promise<LegEnd> {
    const method = METHODS[kind];
    return this.#run.legs.send({
      kind,
      method,
      params: { taskId: this.#run.taskId, ...params },
      headers: {},
      stop,
      read: (result) => readResult(result, { method, inputRounds: false, tasks: true }),
    });
  }

  /** Tells each change of the task's state once. */
  #tell({ status, statusMessage }: JsonObject): void {
    const message = typeof statusMessage === "string" ? statusMessage.slice(0, 1024) : null;
    const told = JSON.stringify([status, message]);
    if (told === this.#told || typeof status !== "string") return;
    this.#told = told;
    this.#context.emit({
      type: "task",
      call: this.#run.legs.call,
      status: status.slice(0, 64),
      message: message === null ? null : message.toWellFormed(),
    });
  }
}

const METHODS = {
  task_get: "tasks/get",
  task_update: "tasks/update",
  task_cancel: "tasks/cancel",
} as const;

/** A failed task is a definite error with unknown effects: the mission calls it uncertain (governance.md, Outcomes). */
function taskFailed(serverError: { readonly code: number; readonly message: string }): CallOutcome {
  return uncertain({
    code: "task_failed",
    message: `The task failed with error ${serverError.code}: ${excerpt(serverError.message)}.`,
    hint: null,
    serverError,
  });
}

function malformed(reason: string): CallOutcome {
  return lost("malformed_task", `The task cannot be followed: ${reason}.`);
}

function lost(code: CallErrorCode, message: string): CallOutcome {
  return uncertain({ code, message, hint: null, serverError: null });
}

/** Whatever a later leg came to, the call had been sent and had become a task. */
export function withTask(outcome: CallOutcome, taskId: string): CallOutcome {
  switch (outcome.kind) {
    case "completed":
    case "tool_error":
      return outcome;
    case "refused":
    case "failed":
    case "uncertain":
      return uncertainAsTold(outcome.error, taskId);
  }
}
