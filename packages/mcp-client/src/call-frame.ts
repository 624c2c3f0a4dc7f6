import { type CallContext, operationOf } from "./call-context.js";
import { startDeadline } from "./call-deadline.js";
import { CallInputs } from "./call-inputs.js";
import type { CallOutcome, ClientCallError } from "./call-outcome.js";
import { uncertain } from "./classify-failure.js";
import { GuardedLegs } from "./guarded-legs.js";
import type { CallOptions, McpRequest } from "./mcp-client.js";
import type { Stop } from "./stop.js";

/** What one call has to itself: its legs under the guard, its answers to the server, and its end in time. */
export interface CallFrame {
  readonly legs: GuardedLegs;
  readonly inputs: CallInputs;
  /** The caller's cancel, or the call's overall deadline. */
  readonly stop: Stop;
}

/** Does a call's work within a frame of its own. Never rejects: what breaks on this side is an outcome too. */
export async function withinFrame(
  context: CallContext,
  request: McpRequest,
  { call, signal: caller }: CallOptions,
  work: (frame: CallFrame) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const { stop, clear } = startDeadline(context.clock, context.maxTaskWaitMs, caller);
  const legs = new GuardedLegs(context, call);
  try {
    const inputs = new CallInputs({
      consents: context.inputs,
      call,
      operation: operationOf(request),
      stop,
      note: context.note,
    });
    return await work({ legs, inputs, stop });
  } catch (error) {
    return clientFault(error, legs.written);
  } finally {
    clear();
  }
}

/** Something on this side broke; what the server has done by then is no less true (T72). */
function clientFault(fault: unknown, written: boolean): CallOutcome {
  const error: ClientCallError = {
    code: "client_fault",
    message: `The call could not be carried through on this side: ${fault instanceof Error ? fault.message : String(fault)}`,
    hint: "This is a fault of Perspt; please report it.",
    serverError: null,
  };
  return written ? uncertain(error) : { kind: "failed", mayHaveRun: false, error };
}
