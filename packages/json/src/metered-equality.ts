import { isJsonArray, type JsonObject, type JsonValue } from "./json-value.js";
import { costOfMembers, type StepMeter } from "./step-meter.js";

/** What looking at one value costs, at one member's name, and how many characters of text are mixed in one step. */
const STEPS_OF_A_VALUE = 4;
const STEPS_OF_A_NAME = 6;
const CHARACTERS_OF_A_STEP = 8;

/** Equality of JSON values (JSON Schema core, 4.2.2), metered. Half of a surrogate pair is a character like others. */
export interface MeteredEquality {
  readonly areEqual: (one: JsonValue, other: JsonValue) => boolean;
  /** Whether no two elements are equal. Takes time linear in the list, whatever it holds. */
  readonly areDistinct: (list: readonly JsonValue[]) => boolean;
}

export function createMeteredEquality(meter: StepMeter): MeteredEquality {
  /** Stops at the first difference, so that it costs no more than the smaller of the two. */
  const areEqual = (one: JsonValue, other: JsonValue): boolean => {
    meter.spend(STEPS_OF_A_VALUE);
    if (!isContainer(one) || !isContainer(other)) return one === other;
    if (!isJsonArray(one)) return !isJsonArray(other) && haveEqualMembers(one, other);
    return (
      isJsonArray(other) &&
      one.length === other.length &&
      one.every((element, index) => areEqual(element, other[index] ?? null))
    );
  };

  const haveEqualMembers = (one: JsonObject, other: JsonObject): boolean => {
    const names = Object.keys(one);
    for (const name of names) {
      meter.spend(STEPS_OF_A_NAME);
      if (!Object.hasOwn(other, name) || !areEqual(one[name] ?? null, other[name] ?? null)) {
        return false;
      }
    }
    meter.spend(costOfMembers(other));
    return Object.keys(other).length === names.length;
  };

  /** A number that equal values share and others seldom do. */
  const hashOf = (value: JsonValue): number => {
    meter.spend(STEPS_OF_A_VALUE);
    if (typeof value === "string") return hashOfText(value);
    if (typeof value === "number") {
      return mixed(NUMBER, value | 0) ^ mixed(NUMBER, (value * FRACTION) | 0);
    }
    if (typeof value === "boolean") return value ? TRUE : FALSE;
    if (value === null) return NULL;
    return isJsonArray(value) ? hashOfElements(value) : hashOfMembers(value);
  };

  const hashOfText = (text: string): number => {
    meter.spend(text.length / CHARACTERS_OF_A_STEP);
    let hash = TEXT;
    for (let index = 0; index < text.length; index += 1) hash = mixed(hash, text.charCodeAt(index));
    return hash;
  };

  const hashOfElements = (list: readonly JsonValue[]): number => {
    let hash = LIST;
    for (const element of list) hash = mixed(hash, hashOf(element));
    return hash;
  };

  /** The order of members means nothing, so theirs are added up. */
  const hashOfMembers = (object: JsonObject): number => {
    meter.spend(costOfMembers(object));
    let sum = OBJECT;
    for (const [name, member] of Object.entries(object)) {
      meter.spend(STEPS_OF_A_NAME);
      sum = (sum + mixed(hashOfText(name), hashOf(member))) | 0;
    }
    return sum;
  };

  return {
    areEqual,
    areDistinct(list) {
      const primitives = new Set<JsonValue>();
      /** Containers by their hash. Of those that share one, each is compared with all: the meter ends a list of many such. */
      const containers = new Map<number, JsonValue[]>();
      for (const element of list) {
        if (!isContainer(element)) {
          meter.spend(STEPS_OF_A_VALUE);
          if (primitives.has(element)) return false;
          primitives.add(element);
          continue;
        }
        const hash = hashOf(element);
        const alike = containers.get(hash);
        if (alike?.some((known) => areEqual(known, element)) === true) return false;
        if (alike === undefined) containers.set(hash, [element]);
        else alike.push(element);
      }
      return true;
    },
  };
}

function isContainer(value: JsonValue): value is JsonObject | readonly JsonValue[] {
  return typeof value === "object" && value !== null;
}

/** One more number, mixed into a hash. */
function mixed(hash: number, part: number): number {
  const product = Math.imul(hash ^ part, 0x5bd1e995);
  return product ^ (product >>> 15);
}

/** Where the hash of each type begins; drawn once, so that nobody can prepare many values of one hash. */
const [TEXT = 1, NUMBER = 2, LIST = 3, OBJECT = 4, TRUE = 5, FALSE = 6, NULL = 7] =
  crypto.getRandomValues(new Int32Array(7));
/** Carries the digits behind the point of a number into its whole part. */
const FRACTION = 2 ** 30 / Math.PI;
