import type { Doubt } from "@perspt/journal";
import type { CallOutcome } from "@perspt/mcp-client";
import type { BoundOperation } from "./bound-operation.js";
import { failureOf, journalRefusal, unrecordedOutcome } from "./call-failure.js";
import type { GovernedPlane } from "./governed-plane.js";
import { ownSignal } from "./own-signal.js";
import type { HostProblem } from "./server-report.js";
import type { SessionRecords } from "./session-records.js";

/** What became of asking a server for the result of a call in doubt. */
export type ResumedTask =
  /** What the task said, durable before it is told: `completed` and `tool_error` settle the doubt, `uncertain` leaves it. */
  | {
      readonly kind: "asked";
      readonly operation: string;
      readonly outcome: CallOutcome;
      readonly isSettled: boolean;
    }
  /** Nothing was asked, and the call is as much in doubt as before. */
  | { readonly kind: "not_asked"; readonly problem: HostProblem };

export interface ResumeParts {
  readonly plane: GovernedPlane;
  /** Connects to one server, where it is not connected to, and resolves with what is wrong with it; null for nothing. Never rejects. */
  readonly connect: (server: string, signal: AbortSignal) => Promise<HostProblem | null>;
  /** What an operation stands for now; null where it is not bound. */
  readonly current: (operation: string) => BoundOperation | null;
}

/**
 * Asks for the result of a task that a call of this session had become when its process was stopped, in place of making the call again
 * (J10). Only the call's own server is connected to; it must still be the same endpoint under the same policy. Never rejects. The signal
 * ends the waiting, and tells the server to cancel the task.
 */
export async function resumeTask(
  parts: ResumeParts,
  intent: number,
  caller: AbortSignal,
): Promise<ResumedTask> {
  const { signal, release } = ownSignal(caller);
  try {
    const records = await parts.plane.records();
    const call = `${records.session}/${intent}`;
    const doubt = records.doubt(intent);
    if (doubt === null) return notAsked(notOpen(intent));
    if (parts.plane.ledger.isOpen(call)) return notAsked(RUNNING);
    if (doubt.taskId === null) return notAsked(NO_TASK);
    const problem = await parts.connect(doubt.server, signal);
    if (problem !== null) return notAsked(problem);
    const bound = parts.current(doubt.operation);
    const refusal = bindingProblem(doubt, bound);
    if (bound === null || refusal !== null) return notAsked(refusal ?? notBound(doubt));
    // Somebody else may have asked meanwhile.
    if (parts.plane.ledger.isOpen(call)) return notAsked(RUNNING);
    if (records.doubt(intent) === null) return notAsked(notOpen(intent));
    return await ask(parts, records, { doubt, taskId: doubt.taskId, bound, call, signal });
  } catch (error) {
    return notAsked(journalRefusal(error));
  } finally {
    release();
  }
}

interface Question {
  readonly doubt: Doubt;
  readonly taskId: string;
  readonly bound: BoundOperation;
  readonly call: string;
  readonly signal: AbortSignal;
}

async function ask(
  { plane, current }: ResumeParts,
  records: SessionRecords,
  { doubt, taskId, bound, call, signal }: Question,
): Promise<ResumedTask> {
  const { intent, operation, binding } = doubt;
  const { execution } = bound;
  if (execution.kind !== "guarded" || execution.resume === null) return notAsked(NO_TASK);
  const started = plane.clock.now();
  plane.ledger.openTask(call, {
    taskId,
    endpointIdentity: binding.endpointIdentity,
    currentEndpoint: () => current(operation)?.binding.endpointIdentity ?? null,
    recordLeg: async (leg, result) => {
      await records.leg(intent, leg, result);
    },
  });
  let outcome: CallOutcome;
  try {
    outcome = await execution.resume(taskId, { call, signal });
  } catch (error) {
    outcome = failureOf(error);
  } finally {
    plane.ledger.close(call);
  }
  try {
    await records.outcome(intent, outcome, plane.clock.now() - started);
    return { kind: "asked", operation, outcome, isSettled: records.doubt(intent) === null };
  } catch (error) {
    const unrecorded = unrecordedOutcome(outcome, error);
    return { kind: "asked", operation, outcome: unrecorded, isSettled: false };
  }
}

/** A task belongs to who was called, and its result to what the user allows now. */
function bindingProblem(doubt: Doubt, bound: BoundOperation | null): HostProblem | null {
  if (bound === null) return notBound(doubt);
  const { endpointIdentity, policyDigest } = bound.binding;
  if (endpointIdentity !== doubt.binding.endpointIdentity) {
    return {
      code: "identity_changed",
      message: `${doubt.server} is another endpoint now than the one that ${doubt.operation} was sent to.`,
      hint: "Configure the server as it was, or look whether the call had its effect.",
    };
  }
  return policyDigest === doubt.binding.policyDigest
    ? null
    : {
        code: "stale_binding",
        message: `The policy of ${doubt.server} is not the one that ${doubt.operation} was called under.`,
        hint: "Put the policy back as it was, or look whether the call had its effect.",
      };
}

function notBound({ operation }: Doubt): HostProblem {
  return {
    code: "stale_binding",
    message: `${operation} is not admitted any more, so its task is not asked for.`,
    hint: "`perspt mcp inspect` shows why.",
  };
}

function notOpen(intent: number): HostProblem {
  return {
    code: "intent_not_open",
    message: `Record ${intent} is no call in doubt of this session.`,
    hint: "`perspt journal pending` lists the calls in doubt.",
  };
}

const NO_TASK: HostProblem = {
  code: "no_task",
  message: "The call had not become a task, so there is nothing to ask its server for.",
  hint: "Look whether it had its effect.",
};

const RUNNING: HostProblem = {
  code: "call_running",
  message: "The call is being followed just now.",
  hint: "Wait for its outcome.",
};

function notAsked(problem: HostProblem): ResumedTask {
  return { kind: "not_asked", problem };
}
