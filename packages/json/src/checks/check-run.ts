import { pointerTo } from "../json-pointer.js";
import type { JsonObject, JsonValue } from "../json-value.js";
import { costOfNames, type StepMeter } from "../step-meter.js";
import { Evaluated } from "./evaluated.js";

/** Whether a value is what a schema asks for. Tells the run what is wrong where it is not. */
export type Check = (value: JsonValue, run: CheckRun) => boolean;

/** A rule that a value breaks. */
export interface Violation {
  /** JSON pointer within the value. */
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

export const MAX_VIOLATIONS = 16;

/** Steps for a violation that is kept, and for each step of the way to it. */
const STEPS_OF_A_VIOLATION = 16;
/** Steps for passing on what a branch has evaluated: to begin with, and for each part. */
const STEPS_OF_A_COLLECTION = 8;
const STEPS_OF_A_MARK = 4;
/** One value on its way through the checks of one schema. */
export class CheckRun {
  readonly meter: StepMeter;
  /** What schemas on the present value have looked at so far; null where nobody asks. */
  evaluated: Evaluated | null = null;
  readonly #violations: Violation[] = [];
  readonly #way: (string | number)[] = [];
  /** Above zero where it is asked and not told: what is wrong there is not wrong with the value. */
  #quiet = 0;
  #listed: JsonObject | null = null;
  #names: readonly string[] = [];

  constructor(meter: StepMeter) {
    this.meter = meter;
  }

  /** At most `MAX_VIOLATIONS`, in the order met. */
  get violations(): readonly Violation[] {
    return this.#violations;
  }

  /** Says that the present value breaks a rule; false, so that a check can return it. */
  fail(keyword: string, message: string): false {
    if (this.#quiet === 0 && this.#violations.length < MAX_VIOLATIONS) {
      this.meter.spend(STEPS_OF_A_VIOLATION + this.#way.length);
      const path = this.#way.reduce<string>(pointerTo, "");
      this.#violations.push({ path, keyword, message });
    }
    return false;
  }

  /** Checks a part of the present value. */
  part(step: string | number, value: JsonValue, check: Check): boolean {
    const outer = this.evaluated;
    this.evaluated = null;
    this.#way.push(step);
    const isRight = check(value, this);
    this.#way.pop();
    this.evaluated = outer;
    return isRight;
  }

  /** Checks a name of the present object, which has no place of its own. */
  name(name: string, check: Check): boolean {
    const outer = this.evaluated;
    this.evaluated = null;
    const isRight = check(name, this);
    this.evaluated = outer;
    return isRight;
  }

  /** Applies one more schema to the present value; what it looks at counts if the value is right. */
  branch(value: JsonValue, check: Check): boolean {
    return this.evaluated === null ? check(value, this) : this.collecting(value, check);
  }

  /** Applies a schema that asks what was evaluated. */
  collecting(value: JsonValue, check: Check): boolean {
    const outer = this.evaluated;
    const own = new Evaluated();
    this.evaluated = own;
    this.meter.spend(STEPS_OF_A_COLLECTION);
    const isRight = check(value, this);
    if (isRight && outer !== null) {
      this.meter.spend(own.size * STEPS_OF_A_MARK);
      outer.add(own);
    }
    this.evaluated = outer;
    return isRight;
  }

  /** The same without telling what is wrong. */
  quietly(value: JsonValue, check: Check): boolean {
    this.#quiet += 1;
    const isRight = this.branch(value, check);
    this.#quiet -= 1;
    return isRight;
  }

  /** Where the violations end now, for `forget`. */
  get mark(): number {
    return this.#violations.length;
  }

  /** What was told since then is not wrong after all. */
  forget(mark: number): void {
    this.#violations.length = mark;
  }

  /** The members' names. Listing those of one object again costs nothing. */
  namesOf(object: JsonObject): readonly string[] {
    if (this.#listed === object) return this.#names;
    this.#names = Object.keys(object);
    this.#listed = object;
    this.meter.spend(costOfNames(this.#names.length));
    return this.#names;
  }
}
