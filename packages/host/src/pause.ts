import { setTimeout } from "node:timers/promises";

/** Waits that many milliseconds, or until the signal aborts; resolves either way. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** By the machine's clock. It keeps the process alive: a call may be waiting for the restart at its end. */
export const systemPause: Pause = async (milliseconds, signal) => {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch {
    // Aborted: the wait is over.
  }
};
