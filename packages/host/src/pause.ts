import { setTimeout } from "node:timers/promises";

/** Waits that many milliseconds, or until the signal aborts; resolves either way. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** By the machine's clock. A pause alone keeps no process alive. */
export const systemPause: Pause = async (milliseconds, signal) => {
  try {
    await setTimeout(milliseconds, undefined, { signal, ref: false });
  } catch {
    // Aborted: the wait is over.
  }
};
