import type { JsonObject, JsonValue } from "../json-value.js";
import type { PatternTester } from "../pattern-engine.js";
import type { Check } from "./check-run.js";
import type { MeteredEquality } from "./metered-equality.js";

/** What the checks of one schema are made from. */
export interface CheckParts {
  /** The schema itself, for keywords that depend on those beside them. */
  readonly schema: JsonObject;
  /** The check of a subschema. */
  readonly checkOf: (schema: JsonValue) => Check;
  readonly patternOf: (source: string) => PatternTester;
  readonly equality: MeteredEquality;
}

/** Makes the check of one keyword. Null where the keyword is not there, or asks for nothing. */
export type KeywordCheck = (parts: CheckParts) => Check | null;
