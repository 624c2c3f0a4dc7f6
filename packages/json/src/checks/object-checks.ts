import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../json-value.js";
import { ownMember } from "../own-member.js";
import type { PatternTester } from "../pattern-engine.js";
import type { Check, CheckRun } from "./check-run.js";
import type { CheckParts, KeywordCheck } from "./keyword-check.js";
import { limitCheck } from "./limit-check.js";

/** Steps for each member that is gone by, and for each name that is looked for. */
const STEPS_OF_A_MEMBER = 3;
const STEPS_OF_A_NAME = 2;

function forObjects(check: (object: JsonObject, run: CheckRun) => boolean): Check {
  return (value, run) => !isJsonObject(value) || check(value, run);
}

function countCheck(
  keyword: "maxProperties" | "minProperties",
  rule: string,
  holds: (count: number, limit: number) => boolean,
): KeywordCheck {
  return limitCheck({
    keyword,
    messageOf: (limit) => `must NOT have ${rule} than ${limit} properties`,
    holds: (value, limit, run) => !isJsonObject(value) || holds(run.namesOf(value).length, limit),
  });
}

const requiredCheck: KeywordCheck = ({ schema }) => {
  const required = ownMember(schema, "required");
  if (!isJsonArray(required)) return null;
  const names = required.filter((name) => typeof name === "string");
  return forObjects((object, run) => {
    for (const name of names) {
      run.meter.spend(STEPS_OF_A_NAME);
      if (!Object.hasOwn(object, name)) {
        return run.fail("required", `must have required property '${name}'`);
      }
    }
    return true;
  });
};

const propertiesCheck: KeywordCheck = ({ schema, checkOf }) => {
  const checks = checksOfMembers(ownMember(schema, "properties"), checkOf);
  return checks === null
    ? null
    : forObjects((object, run) => {
        for (const [name, check] of checks) {
          run.meter.spend(STEPS_OF_A_NAME);
          if (!Object.hasOwn(object, name)) continue;
          run.evaluated?.addName(name);
          if (!run.part(name, object[name] ?? null, check)) return false;
        }
        return true;
      });
};

const patternPropertiesCheck: KeywordCheck = ({ schema, checkOf, patternOf }) => {
  const checks = checksOfMembers(ownMember(schema, "patternProperties"), checkOf);
  if (checks === null) return null;
  const patterns = checks.map(([source, check]) => ({ pattern: patternOf(source), check }));
  return forObjects((object, run) =>
    patterns.every(({ pattern, check }) => {
      run.meter.spend(STEPS_OF_A_NAME);
      for (const name of run.namesOf(object)) {
        if (!pattern.test(name)) continue;
        run.evaluated?.addName(name);
        if (!run.part(name, object[name] ?? null, check)) return false;
      }
      return true;
    }),
  );
};

const additionalCheck: KeywordCheck = (parts) => {
  const additional = ownMember(parts.schema, "additionalProperties");
  if (additional === undefined) return null;
  const isNamed = namedBeside(parts);
  return membersCheck("additional", additional, parts, (name) => isNamed(name));
};

/** Runs after all other keywords of its schema. */
export const unevaluatedPropertiesCheck: KeywordCheck = (parts) => {
  const rest = ownMember(parts.schema, "unevaluatedProperties");
  if (rest === undefined) return null;
  return membersCheck(
    "unevaluated",
    rest,
    parts,
    (name, run) => run.evaluated?.hasName(name) === true,
  );
};

/** All members but those that are excepted. */
function membersCheck(
  kind: "additional" | "unevaluated",
  schema: JsonValue,
  { checkOf }: CheckParts,
  isExcepted: (name: string, run: CheckRun) => boolean,
): Check {
  const check = checkOf(schema);
  const keyword = `${kind}Properties`;
  const rule = `must NOT have ${kind} properties`;
  return forObjects((object, run) => {
    for (const name of run.namesOf(object)) {
      run.meter.spend(STEPS_OF_A_MEMBER);
      if (isExcepted(name, run)) continue;
      if (schema === false) return run.fail(keyword, `${rule}: ${JSON.stringify(name)}`);
      run.evaluated?.addName(name);
      if (!run.part(name, object[name] ?? null, check)) return false;
    }
    return true;
  });
}

/** Whether `properties` or `patternProperties` of the same schema speak of a name. */
function namedBeside({ schema, patternOf }: CheckParts): (name: string) => boolean {
  const properties = ownMember(schema, "properties");
  const byPattern = ownMember(schema, "patternProperties");
  const names = new Set(isJsonObject(properties) ? Object.keys(properties) : []);
  const patterns: readonly PatternTester[] = isJsonObject(byPattern)
    ? Object.keys(byPattern).map(patternOf)
    : [];
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name));
}

const namesCheck: KeywordCheck = ({ schema, checkOf }) => {
  const names = ownMember(schema, "propertyNames");
  if (names === undefined) return null;
  const check = checkOf(names);
  return forObjects((object, run) => {
    for (const name of run.namesOf(object)) {
      run.meter.spend(STEPS_OF_A_MEMBER);
      if (!run.name(name, check)) return run.fail("propertyNames", "property name must be valid");
    }
    return true;
  });
};

/** `dependencies` holds lists of names as well as schemas; each of the other two but one of them. */
function dependencyCheck(
  keyword: "dependencies" | "dependentRequired" | "dependentSchemas",
): KeywordCheck {
  return ({ schema, checkOf }) => {
    const dependencies = ownMember(schema, keyword);
    if (!isJsonObject(dependencies)) return null;
    const checks = Object.entries(dependencies).map(([name, dependency]): [string, Check] => [
      name,
      isJsonArray(dependency) ? companionsCheck(keyword, name, dependency) : checkOf(dependency),
    ]);
    return forObjects((object, run) =>
      checks.every(([name, check]) => {
        run.meter.spend(STEPS_OF_A_NAME);
        return !Object.hasOwn(object, name) || run.branch(object, check);
      }),
    );
  };
}

function companionsCheck(keyword: string, name: string, wanted: readonly JsonValue[]): Check {
  const names = wanted.filter((one) => typeof one === "string");
  const what = names.length === 1 ? "property" : "properties";
  const message = `must have ${what} ${names.join(", ")} when property ${name} is present`;
  return forObjects((object, run) => {
    run.meter.spend(names.length * STEPS_OF_A_NAME);
    return names.every((one) => Object.hasOwn(object, one)) || run.fail(keyword, message);
  });
}

function checksOfMembers(
  map: JsonValue | undefined,
  checkOf: (schema: JsonValue) => Check,
): readonly (readonly [string, Check])[] | null {
  if (!isJsonObject(map)) return null;
  return Object.entries(map).map(([name, schema]) => [name, checkOf(schema)]);
}

export const objectChecks: readonly KeywordCheck[] = [
  countCheck("maxProperties", "more", (count, limit) => count <= limit),
  countCheck("minProperties", "fewer", (count, limit) => count >= limit),
  requiredCheck,
  dependencyCheck("dependentRequired"),
  dependencyCheck("dependencies"),
  dependencyCheck("dependentSchemas"),
  namesCheck,
  propertiesCheck,
  patternPropertiesCheck,
  additionalCheck,
];
