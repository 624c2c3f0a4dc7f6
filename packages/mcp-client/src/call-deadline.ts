import type { ClientClock } from "./client-clock.js";
import { Stop } from "./stop.js";
import { whenAborted } from "./when-aborted.js";
import { DeadlinePassed } from "./wire-session.js";

/** One call's end in time: its caller's signal, or its overall deadline, whichever comes first. */
export interface CallDeadline {
  readonly stop: Stop;
  /** Frees the timer; what has stopped stays so. */
  readonly clear: () => void;
}

/** Neither keep-alives nor progress nor a person who thinks extend it (T27, Q10). */
export function startDeadline(
  clock: ClientClock,
  deadlineMs: number,
  caller: AbortSignal,
): CallDeadline {
  const stop = new Stop();
  const unfollow = whenAborted(caller, () => stop.stop(caller.reason));
  const cancelTimer = clock.schedule(deadlineMs, () => stop.stop(new DeadlinePassed(deadlineMs)));
  return {
    stop,
    clear() {
      cancelTimer();
      unfollow();
    },
  };
}
