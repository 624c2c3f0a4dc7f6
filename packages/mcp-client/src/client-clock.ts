/** Time as a client needs it. The transport's clock has the same shape, so that one simulated clock serves both. */
export interface ClientClock {
  /** Milliseconds of a clock that only goes forward, whatever is done to the time of day; where it began means nothing (K2). */
  now(): number;
  /** Calls back once after that many milliseconds, unless the returned function was called before. */
  schedule(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: ClientClock = {
  now: () => performance.now(),
  schedule(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits, or stops waiting when the signal aborts; resolves either way. */
export function pause(
  clock: ClientClock,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.schedule(milliseconds, done);
    signal.addEventListener("abort", done, { once: true });
  });
}

/**
 * What the promise settles with, or null as soon as the signal aborts; what comes later is dropped (F11, Q10). A provider in plain
 * JavaScript may give its answer without a promise.
 */
export function untilAborted<Value>(
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(null);
    const stop = (): void => resolve(null);
    signal.addEventListener("abort", stop, { once: true });
    Promise.resolve(work())
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
