import { isJsonArray, type JsonObject } from "../json-value.js";
import { ownMember } from "../own-member.js";
import type { Check } from "./check-run.js";
import type { CheckParts, KeywordCheck } from "./keyword-check.js";

function branchesOf({ schema, checkOf }: CheckParts, keyword: string): readonly Check[] | null {
  const branches = ownMember(schema, keyword);
  return isJsonArray(branches) ? branches.map(checkOf) : null;
}

const notCheck: KeywordCheck = ({ schema, checkOf }) => {
  const refused = ownMember(schema, "not");
  if (refused === undefined) return null;
  const check = checkOf(refused);
  return (value, run) => {
    const { evaluated } = run;
    // What it looks at counts for nothing, whatever it says.
    run.evaluated = null;
    const isRefused = run.quietly(value, check);
    run.evaluated = evaluated;
    return !isRefused || run.fail("not", "must NOT be valid");
  };
};

const allOfCheck: KeywordCheck = (parts) => {
  const checks = branchesOf(parts, "allOf");
  return checks === null ? null : (value, run) => checks.every((check) => run.branch(value, check));
};

const anyOfCheck: KeywordCheck = (parts) => {
  const checks = branchesOf(parts, "anyOf");
  return checks === null
    ? null
    : (value, run) => {
        const start = run.mark;
        let fits = false;
        for (const check of checks) {
          fits = run.branch(value, check) || fits;
          // Who asks what was evaluated wants to know of all branches.
          if (fits && run.evaluated === null) break;
        }
        if (!fits) return run.fail("anyOf", "must match a schema in anyOf");
        run.forget(start);
        return true;
      };
};

const oneOfCheck: KeywordCheck = (parts) => {
  const checks = branchesOf(parts, "oneOf");
  return checks === null
    ? null
    : (value, run) => {
        const start = run.mark;
        let fitting = 0;
        for (const check of checks) {
          if (run.branch(value, check)) fitting += 1;
          if (fitting > 1) break;
        }
        if (fitting !== 1) return run.fail("oneOf", "must match exactly one schema in oneOf");
        run.forget(start);
        return true;
      };
};

const ifCheck: KeywordCheck = ({ schema, checkOf }) => {
  const condition = ownMember(schema, "if");
  if (condition === undefined) return null;
  const check = checkOf(condition);
  const consequence = consequenceOf("then", schema, checkOf);
  const alternative = consequenceOf("else", schema, checkOf);
  return (value, run) => {
    const next = run.quietly(value, check) ? consequence : alternative;
    return next(value, run);
  };
};

function consequenceOf(
  keyword: "then" | "else",
  schema: JsonObject,
  checkOf: CheckParts["checkOf"],
): Check {
  const check = checkOf(ownMember(schema, keyword) ?? true);
  const message = `must match "${keyword}" schema`;
  return (value, run) => run.branch(value, check) || run.fail("if", message);
}

export const branchChecks: readonly KeywordCheck[] = [
  notCheck,
  allOfCheck,
  anyOfCheck,
  oneOfCheck,
  ifCheck,
];
