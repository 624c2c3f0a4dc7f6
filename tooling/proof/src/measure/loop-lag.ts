import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** Longest time that the product may hold the event loop, in milliseconds (S2). */
export const MAX_LOOP_LAG = 250;

/** How often the event loop is looked at, in milliseconds. */
const RESOLUTION = 1;

/** What a piece of work did to the event loop. */
export interface LagReading<Result> {
  readonly result: Result;
  /** Longest time that nothing else had its turn, in milliseconds. */
  readonly lag: number;
}

/** Runs the work and tells how long it held the event loop at most. */
export async function lagDuring<Result>(work: () => Promise<Result>): Promise<LagReading<Result>> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  // The first look only starts the clock; what came before it would not be seen.
  await wait(2 * RESOLUTION);
  try {
    const result = await work();
    await wait(2 * RESOLUTION);
    return { result, lag: delays.max / 1e6 };
  } finally {
    delays.disable();
  }
}

/** How often work that seemed to hold the loop for too long is repeated before that is believed. */
const MAX_REPETITIONS = 8;
/** Pause before a repetition, in milliseconds: what else the machine does has time to pass. */
const PAUSE = 250;

/**
 * The shortest lag of the same work, repeated while it is above the bound: another program that takes the processor away makes any work
 * look slow, and work that is too slow by itself is so every time.
 */
export async function leastLag(
  first: number,
  work: () => Promise<unknown>,
): Promise<{ readonly lag: number; readonly repetitions: number }> {
  let lag = first;
  let repetitions = 0;
  while (lag > MAX_LOOP_LAG && repetitions < MAX_REPETITIONS) {
    await wait(PAUSE);
    repetitions += 1;
    lag = Math.min(lag, (await lagDuring(work)).lag);
  }
  return { lag, repetitions };
}
