import { DeadlinePassed } from "./wire-session.js";

/** One call's end in time: its caller's signal, or its overall deadline, whichever comes first. */
export interface CallDeadline {
  readonly signal: AbortSignal;
  /** Frees the timer; the signal stays as it is. */
  clear(): void;
}

/** Neither keep-alives nor progress extend it (T27). */
export function startDeadline(deadlineMs: number, caller: AbortSignal): CallDeadline {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(caller.reason);
  if (caller.aborted) onAbort();
  else caller.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => controller.abort(new DeadlinePassed(deadlineMs)), deadlineMs);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      caller.removeEventListener("abort", onAbort);
    },
  };
}

/** Waits, or stops waiting when the signal aborts; resolves either way. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });
}
