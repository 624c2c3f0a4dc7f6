/** Thrown out of a check that costs too much; never leaves this package. */
export class StepsExhausted extends Error {
  override readonly name = "StepsExhausted";
}

/**
 * Counts the work of one check, so that a schema which is small and a value which is small cannot together take for ever (T35):
 * recursion that visits each member twice doubles with every level. Counting, unlike a clock, gives the same answer on every machine.
 */
export interface StepMeter {
  /** Sets the count to zero. */
  readonly start: () => void;
  /** Throws `StepsExhausted` when more is spent than the limit. */
  readonly spend: (steps: number) => void;
}

export function createStepMeter(limit: number): StepMeter {
  let spent = 0;
  return {
    start: () => {
      spent = 0;
    },
    spend: (steps) => {
      spent += steps;
      if (spent > limit) throw new StepsExhausted();
    },
  };
}
