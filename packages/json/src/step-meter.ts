/** Thrown out of a check that costs too much; never leaves this package. */
export class StepsExhausted extends Error {
  override readonly name = "StepsExhausted";
}

/** Steps that every check may take, and more for each character of the value's JSON text, roughly. */
const BASE_STEPS = 500_000;
const STEPS_OF_A_CHARACTER = 4;

/**
 * Counts the work of one check, so that a schema which is small and a value which is small cannot together take for ever (T35):
 * recursion that visits each member twice doubles with every level. The limit grows with the value alone, so a check takes time linear
 * in the value; counting, unlike a clock, gives the same answer on every machine. A step is some twenty nanoseconds.
 */
export interface StepMeter {
  /** Sets the count to zero for a check of this value. */
  readonly start: (value: unknown) => void;
  /** Throws `StepsExhausted` when more is spent than the limit. */
  readonly spend: (steps: number) => void;
}

export function createStepMeter(): StepMeter {
  let left = 0;
  return {
    start: (value) => {
      left = BASE_STEPS + STEPS_OF_A_CHARACTER * roughLength(value);
    },
    spend: (steps) => {
      left -= steps;
      if (left < 0) throw new StepsExhausted();
    },
  };
}

/** About as many characters as the value's JSON text has. Without recursion. */
function roughLength(root: unknown): number {
  const pending: unknown[] = [root];
  let length = 0;
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    length += typeof value === "string" ? value.length + 3 : 2;
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const element of value) pending.push(element);
    } else {
      for (const [name, member] of Object.entries(value)) {
        length += name.length + 3;
        pending.push(member);
      }
    }
  }
  return length;
}

/** Objects with more members are hash tables, in which each member takes far longer to go by. */
const SMALL_OBJECT = 1000;
const STEPS_OF_A_HASHED_MEMBER = 16;

/** What going through an object once costs. */
export function costOfMembers(object: object): number {
  const count = Object.keys(object).length;
  return count > SMALL_OBJECT ? count * STEPS_OF_A_HASHED_MEMBER : count >> 1;
}
