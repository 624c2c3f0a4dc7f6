import { type CallContext, operationOf } from "./call-context.js";
import { startDeadline } from "./call-deadline.js";
import { CallInputs } from "./call-inputs.js";
import type { CallOutcome } from "./call-outcome.js";
import { uncertain } from "./classify-failure.js";
import { followTask } from "./follow-task.js";
import { GuardedLegs } from "./guarded-legs.js";
import type { CallOptions, ResumedTask } from "./mcp-client.js";

/**
 * Follows a task that an earlier connection was handed, under the guard (J10). The call itself is never made again; whatever becomes of
 * the question, the call stays as uncertain as it was until its task says otherwise. Never rejects.
 */
export async function resumeTask(
  context: CallContext,
  { taskId, request }: ResumedTask,
  { call, signal }: CallOptions,
): Promise<CallOutcome> {
  if (!context.tasks) {
    const error = {
      code: "tasks_not_available",
      message: "The task cannot be asked for: this connection has no tasks.",
      hint: "Tasks have to be allowed for the server, and offered by it.",
      serverError: null,
    };
    return uncertain(error, taskId);
  }
  const deadline = startDeadline(context.clock, context.maxTaskWaitMs, signal);
  try {
    return await followTask(context, {
      legs: new GuardedLegs(context, call),
      inputs: new CallInputs({
        consents: context.inputs,
        call,
        operation: operationOf(request),
        signal: deadline.signal,
        note: context.note,
      }),
      request,
      taskId,
      seed: null,
      signal: deadline.signal,
    });
  } finally {
    deadline.clear();
  }
}
