import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.js";
import { ownMember } from "../own-member.js";
import type { PatternTester } from "../pattern-engine.js";
import type { StepMeter } from "../step-meter.js";
import { branchChecks } from "./branch-checks.js";
import type { Check } from "./check-run.js";
import { equalityChecks } from "./equality-checks.js";
import type { CheckParts, KeywordCheck } from "./keyword-check.js";
import { listChecks, unevaluatedItemsCheck } from "./list-checks.js";
import { createMeteredEquality } from "./metered-equality.js";
import { numberChecks } from "./number-checks.js";
import { objectChecks, unevaluatedPropertiesCheck } from "./object-checks.js";
import { textChecks } from "./text-checks.js";
import { typeCheck } from "./type-checks.js";

/** In the order in which a value is checked: what is quick and tells most comes first. The first that fails is the last to run. */
const KEYWORDS: readonly KeywordCheck[] = [
  typeCheck,
  ...numberChecks,
  ...textChecks,
  ...equalityChecks,
  ...branchChecks,
  ...listChecks,
  ...objectChecks,
];

/** These ask what all others have looked at. */
const UNEVALUATED: readonly KeywordCheck[] = [unevaluatedItemsCheck, unevaluatedPropertiesCheck];

const REFERENCE = /^#\/\$defs\/(.+)$/s;

const RIGHT: Check = () => true;
const WRONG: Check = (_, run) => run.fail("false schema", "boolean schema is false");

export interface CheckEngine {
  readonly meter: StepMeter;
  /** Of a pattern that the engine can run. */
  readonly patternOf: (source: string) => PatternTester;
}

/**
 * The check of a normal schema, made of closures: no code is written from what a stranger says, and making it takes time linear in the
 * schema. Every part of it pays the meter for what it does, so that a check ends with `StepsExhausted` rather than late (T35).
 */
export function compileChecks(normal: JsonObject, { meter, patternOf }: CheckEngine): Check {
  const equality = createMeteredEquality(meter);
  const definitions = new Map<string, Check>();

  /** Definitions refer to each other in circles: each is looked up when it is needed. */
  const referenceCheck: KeywordCheck = ({ schema }) => {
    const reference = ownMember(schema, "$ref");
    if (typeof reference !== "string") return null;
    const name = REFERENCE.exec(reference)?.[1] ?? "";
    return (value, run) => run.branch(value, definitions.get(name) ?? WRONG);
  };

  const checkOf = (schema: JsonValue): Check => {
    if (!isJsonObject(schema)) return schema === false ? WRONG : RIGHT;
    const parts: CheckParts = { schema, checkOf, patternOf, equality };
    const made = (makers: readonly KeywordCheck[]) => makers.flatMap((make) => make(parts) ?? []);
    const checks = made([referenceCheck, ...KEYWORDS]);
    const last = made(UNEVALUATED);
    if (last.length === 0) return allOf(checks);
    const all = allOf([...checks, ...last]);
    return (value, run) => run.collecting(value, all);
  };

  const definitionsOf = ownMember(normal, "$defs");
  for (const [name, schema] of Object.entries(isJsonObject(definitionsOf) ? definitionsOf : {})) {
    definitions.set(name, checkOf(schema));
  }
  return checkOf(normal);
}

function allOf(checks: readonly Check[]): Check {
  const [only] = checks;
  if (only === undefined) return RIGHT;
  return (value, run) => {
    run.meter.spend(checks.length);
    for (const check of checks) if (!check(value, run)) return false;
    return true;
  };
}
