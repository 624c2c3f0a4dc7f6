import type { TomlValue } from "smol-toml";
import * as v from "valibot";
import type { ConfigErrorCode } from "../config-problem.js";
import { describeValue, hideValue } from "../words/describe-value.js";
import { add, write } from "../words/fix.js";
import { isSecretName, isSecretValue } from "../words/secrets.js";
import { writePair } from "../words/toml-words.js";
import { helpFor, mend } from "./field-help.js";
import type { TableScope } from "./table-scope.js";

type Entries = v.ObjectEntries;
type Output<Fields extends Entries> = v.InferOutput<v.ObjectSchema<Fields, undefined>>;

/** Reads some keys of a table, defaults filled in; null when any of them is wrong, and then each of those is reported. */
export function readFields<const Fields extends Entries>(
  scope: TableScope,
  fields: Fields,
): Output<Fields> | null {
  const result = v.safeParse(v.object(fields), scope.table);
  if (result.success) return result.output;
  const reported = new Set<string>();
  for (const issue of result.issues) {
    const path = (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)));
    // A number can be no whole number and out of its bounds at once: one problem a place.
    if (reported.has(JSON.stringify(path))) continue;
    reported.add(JSON.stringify(path));
    const key = String(path[0]);
    if (scope.has(key)) reportValue(scope, fields[key], key, path, issue);
    else reportMissing(scope, key, fields[key]);
  }
  return null;
}

function reportMissing(scope: TableScope, key: string, schema: Entries[string] | undefined): void {
  scope.problem({
    path: [key],
    code: "missing_key",
    expected: schema === undefined ? "a value" : expectationOf(schema),
    received: "no such key",
    fix: add(proposePair(key, schema, [])),
  });
}

function reportValue(
  scope: TableScope,
  schema: Entries[string] | undefined,
  key: string,
  path: readonly (string | number)[],
  issue: v.BaseIssue<unknown>,
): void {
  const isHidden = path.some((step) => typeof step === "string" && isSecretName(step));
  scope.problem({
    path,
    code: codeOf(issue),
    expected: issue.message,
    received: isHidden ? hideValue(issue.input) : describeValue(issue.input),
    fix: fixFor(key, scope.get(key), schema, issue),
  });
}

function codeOf(issue: v.BaseIssue<unknown>): ConfigErrorCode {
  switch (issue.type) {
    case "picklist":
      return typeof issue.input === "string" ? "not_allowed" : "wrong_type";
    case "integer":
    case "min_value":
    case "max_value":
      return "out_of_range";
    case "check":
      return holdsSecret(issue.input) ? "literal_secret" : "invalid_value";
    default:
      if (typeof issue.input === "bigint") return "out_of_range";
      return issue.kind === "schema" ? "wrong_type" : "invalid_value";
  }
}

function fixFor(
  key: string,
  value: TomlValue | undefined,
  schema: Entries[string] | undefined,
  issue: v.BaseIssue<unknown>,
): string {
  const help = helpFor(key);
  const proposals: TomlValue[] = [];
  if (typeof issue.requirement === "number" && typeof value === "number") {
    proposals.push(issue.requirement);
  }
  if (help !== null && value !== undefined && !isSecretName(key) && !holdsSecret(value)) {
    proposals.push(...mend(value, help));
  }
  return write(proposePair(key, schema, proposals));
}

/** The key with the first of the proposals that its schema accepts, or else with an example. */
function proposePair(
  key: string,
  schema: Entries[string] | undefined,
  proposals: readonly TomlValue[],
): string {
  const { example = "", words = [] } = helpFor(key) ?? {};
  const all = [...proposals, example, ...words];
  const accepted = all.find((proposal) => schema === undefined || v.is(schema, proposal));
  return writePair(key, accepted ?? example);
}

function holdsSecret(value: unknown): boolean {
  if (typeof value === "string") return isSecretValue(value);
  return Array.isArray(value) && value.some(holdsSecret);
}

/** What a schema says when it meets nothing. */
function expectationOf(schema: Entries[string]): string {
  const result = v.safeParse(schema, undefined);
  return result.issues?.[0]?.message ?? "a value";
}
