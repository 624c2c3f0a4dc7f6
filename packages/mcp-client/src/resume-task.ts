import type { CallContext } from "./call-context.js";
import { withinFrame } from "./call-frame.js";
import type { CallOutcome, ClientCallError } from "./call-outcome.js";
import { uncertain } from "./classify-failure.js";
import { followTask, withTask } from "./follow-task.js";
import type { CallOptions, ResumedTask } from "./mcp-client.js";

/**
 * Follows a task that an earlier connection was handed, under the guard (J10). The call itself is never made again; whatever becomes of
 * the question, the call stays as uncertain as it was until its task says otherwise. Never rejects.
 */
export async function resumeTask(
  context: CallContext,
  { taskId, request }: ResumedTask,
  options: CallOptions,
): Promise<CallOutcome> {
  if (!context.tasks) {
    const error: ClientCallError = {
      code: "tasks_not_available",
      message: "The task cannot be asked for: this connection has no tasks.",
      hint: "Tasks have to be allowed for the server, and offered by it.",
      serverError: null,
    };
    return uncertain(error, taskId);
  }
  const outcome = await withinFrame(context, request, options, (frame) =>
    followTask(context, { ...frame, request, taskId, seed: null }),
  );
  return withTask(outcome, taskId);
}
