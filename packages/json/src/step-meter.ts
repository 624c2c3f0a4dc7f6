import { isJsonArray, type JsonValue } from "./json-value.js";

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
  readonly start: (value: JsonValue) => void;
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

/** About as many characters as the value's JSON text has. */
function roughLength(value: JsonValue): number {
  if (typeof value === "string") return value.length + 3;
  if (typeof value !== "object" || value === null) return 2;
  let length = 2;
  if (isJsonArray(value)) {
    for (const element of value) length += roughLength(element);
  } else {
    // Far quicker than a list of entries, where an object has many members.
    for (const name in value) length += name.length + 3 + roughLength(value[name] ?? null);
  }
  return length;
}

/** Objects with more members are hash tables, whose names take far longer to list. */
const SMALL_OBJECT = 512;
const STEPS_OF_A_HASHED_NAME = 8;

/** What listing the names of an object costs. */
export function costOfNames(count: number): number {
  return count > SMALL_OBJECT ? count * STEPS_OF_A_HASHED_NAME : 1 + (count >> 1);
}
