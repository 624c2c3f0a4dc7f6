import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../json-value.js";
import { costOfNames, type StepMeter } from "../step-meter.js";

/** What looking at one value costs, at one member's name, and how many characters of text are mixed in one step. */
const STEPS_OF_A_VALUE = 4;
const STEPS_OF_A_NAME = 6;
const CHARACTERS_OF_A_STEP = 8;

/** Equality of JSON values (JSON Schema core, 4.2.2), metered. Half of a surrogate pair is a character like others. */
export interface MeteredEquality {
  /** Tells values that are equal to this one. It stops at the first difference, so it costs no more than the smaller of the two. */
  readonly equalTo: (constant: JsonValue) => (value: JsonValue) => boolean;
  /** Whether no two elements are equal. Takes time linear in the list, whatever it holds. */
  readonly areDistinct: (list: readonly JsonValue[]) => boolean;
}

export function createMeteredEquality(meter: StepMeter): MeteredEquality {
  /** What is compared with often is taken apart once. */
  const equalTo = (constant: JsonValue): ((value: JsonValue) => boolean) => {
    if (!isContainer(constant)) return (value) => value === constant;
    return isJsonArray(constant) ? equalToList(constant) : equalToObject(constant);
  };

  const equalToList = (constant: readonly JsonValue[]): ((value: JsonValue) => boolean) => {
    const elements = constant.map(equalTo);
    return (value) => {
      meter.spend(STEPS_OF_A_VALUE);
      if (!isJsonArray(value) || value.length !== elements.length) return false;
      return elements.every((isEqual, index) => {
        meter.spend(STEPS_OF_A_VALUE);
        return isEqual(value[index] ?? null);
      });
    };
  };

  const equalToObject = (constant: JsonObject): ((value: JsonValue) => boolean) => {
    const members = Object.entries(constant).map(
      ([name, member]) => [name, equalTo(member)] as const,
    );
    return (value) => {
      meter.spend(STEPS_OF_A_VALUE);
      if (!isJsonObject(value)) return false;
      const hasAll = members.every(([name, isEqual]) => {
        meter.spend(STEPS_OF_A_NAME);
        return Object.hasOwn(value, name) && isEqual(value[name] ?? null);
      });
      if (!hasAll) return false;
      const { length } = Object.keys(value);
      meter.spend(costOfNames(length));
      return length === members.length;
    };
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
    const names = Object.keys(object);
    meter.spend(costOfNames(names.length));
    let sum = OBJECT;
    for (const name of names) {
      meter.spend(STEPS_OF_A_NAME);
      sum = (sum + mixed(hashOfText(name), hashOf(object[name] ?? null))) | 0;
    }
    return sum;
  };

  return {
    equalTo,
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
        if (alike?.some((known) => equalTo(known)(element)) === true) return false;
        if (alike === undefined) containers.set(hash, [element]);
        else alike.push(element);
      }
      return true;
    },
  };
}

export function isContainer(value: JsonValue): value is JsonObject | readonly JsonValue[] {
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
