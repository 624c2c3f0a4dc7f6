import type { CallOutcome } from "./call-outcome.js";
import { classifyFailure } from "./classify-failure.js";
import type { Stop } from "./stop.js";
import { DeadlinePassed } from "./wire-session.js";

/** The outcome of a call that ended between two of its legs, by its deadline or its caller; it has been sent by then. */
export function stoppedOutcome({ reason }: Pick<Stop, "reason">): CallOutcome {
  return classifyFailure(
    reason instanceof DeadlinePassed
      ? { kind: "deadline_passed", written: false, deadlineMs: reason.deadlineMs }
      : { kind: "cancelled", written: false },
    "may_have_run",
  );
}
