import { isJsonArray, type JsonValue } from "../json-value.js";
import { ownMember } from "../own-member.js";
import type { Check, CheckRun } from "./check-run.js";
import type { KeywordCheck } from "./keyword-check.js";
import { limitCheck } from "./limit-check.js";

/** Steps for each element that is gone by. */
const STEPS_OF_AN_ELEMENT = 2;

function forLists(check: (list: readonly JsonValue[], run: CheckRun) => boolean): Check {
  return (value, run) => !isJsonArray(value) || check(value, run);
}

function countCheck(
  keyword: "maxItems" | "minItems",
  rule: string,
  holds: (count: number, limit: number) => boolean,
): KeywordCheck {
  return limitCheck({
    keyword,
    messageOf: (limit) => `must NOT have ${rule} than ${limit} items`,
    holds: (value, limit) => !isJsonArray(value) || holds(value.length, limit),
  });
}

const prefixCheck: KeywordCheck = ({ schema, checkOf }) => {
  const prefix = ownMember(schema, "prefixItems");
  if (!isJsonArray(prefix)) return null;
  const checks = prefix.map(checkOf);
  return forLists((list, run) => {
    const count = Math.min(checks.length, list.length);
    run.meter.spend(count * STEPS_OF_AN_ELEMENT);
    run.evaluated?.addFirstItems(count);
    return checks
      .slice(0, count)
      .every((check, index) => run.part(index, list[index] ?? null, check));
  });
};

const itemsCheck: KeywordCheck = ({ schema, checkOf }) => {
  const items = ownMember(schema, "items");
  if (items === undefined) return null;
  const prefix = ownMember(schema, "prefixItems");
  const start = isJsonArray(prefix) ? prefix.length : 0;
  if (items === false && start > 0) {
    const message = `must NOT have more than ${start} items`;
    return forLists((list, run) => list.length <= start || run.fail("items", message));
  }
  const check = checkOf(items);
  return forLists((list, run) => {
    run.evaluated?.addFirstItems(list.length);
    for (let index = start; index < list.length; index += 1) {
      run.meter.spend(STEPS_OF_AN_ELEMENT);
      if (!run.part(index, list[index] ?? null, check)) return false;
    }
    return true;
  });
};

const containsCheck: KeywordCheck = ({ schema, checkOf }) => {
  const contains = ownMember(schema, "contains");
  if (contains === undefined) return null;
  const least = countOr(ownMember(schema, "minContains"), 1);
  const most = countOr(ownMember(schema, "maxContains"), Number.POSITIVE_INFINITY);
  const upTo = Number.isFinite(most) ? ` and no more than ${most}` : "";
  const message = `must contain at least ${least}${upTo} valid item(s)`;
  const check = checkOf(contains);
  return forLists((list, run) => {
    let found = 0;
    const start = run.mark;
    for (const [index, element] of list.entries()) {
      run.meter.spend(STEPS_OF_AN_ELEMENT);
      if (!run.part(index, element, check)) continue;
      found += 1;
      run.evaluated?.addItem(index);
      // Who asks what was evaluated wants to know of all.
      if (found > most || (found >= least && upTo === "" && run.evaluated === null)) break;
    }
    if (found < least || found > most) return run.fail("contains", message);
    run.forget(start);
    return true;
  });
};

const uniqueCheck: KeywordCheck = ({ schema, equality }) =>
  ownMember(schema, "uniqueItems") === true
    ? forLists(
        (list, run) =>
          equality.areDistinct(list) || run.fail("uniqueItems", "must NOT have duplicate items"),
      )
    : null;

export const listChecks: readonly KeywordCheck[] = [
  countCheck("maxItems", "more", (count, limit) => count <= limit),
  countCheck("minItems", "fewer", (count, limit) => count >= limit),
  prefixCheck,
  itemsCheck,
  containsCheck,
  uniqueCheck,
];

/** Runs after all other keywords of its schema. */
export const unevaluatedItemsCheck: KeywordCheck = ({ schema, checkOf }) => {
  const rest = ownMember(schema, "unevaluatedItems");
  if (rest === undefined) return null;
  const check = checkOf(rest);
  return forLists((list, run) => {
    const { evaluated } = run;
    for (const [index, element] of list.entries()) {
      run.meter.spend(STEPS_OF_AN_ELEMENT);
      if (evaluated?.hasItem(index) === true) continue;
      if (rest === false) {
        return run.fail("unevaluatedItems", `must NOT have more than ${index} items`);
      }
      if (!run.part(index, element, check)) return false;
    }
    evaluated?.addFirstItems(list.length);
    return true;
  });
};

function countOr(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
