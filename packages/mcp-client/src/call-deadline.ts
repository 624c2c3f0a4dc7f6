import type { ClientClock } from "./client-clock.js";
import { whenAborted } from "./when-aborted.js";
import { DeadlinePassed } from "./wire-session.js";

/** One call's end in time: its caller's signal, or its overall deadline, whichever comes first. */
export interface CallDeadline {
  readonly signal: AbortSignal;
  /** Frees the timer; the signal stays as it is. */
  readonly clear: () => void;
}

/** Neither keep-alives nor progress nor a person who thinks extend it (T27, Q10). */
export function startDeadline(
  clock: ClientClock,
  deadlineMs: number,
  caller: AbortSignal,
): CallDeadline {
  const controller = new AbortController();
  const unfollow = whenAborted(caller, () => controller.abort(caller.reason));
  const cancelTimer = clock.schedule(deadlineMs, () =>
    controller.abort(new DeadlinePassed(deadlineMs)),
  );
  return {
    signal: controller.signal,
    clear() {
      cancelTimer();
      unfollow();
    },
  };
}
