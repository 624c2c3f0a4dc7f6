import { isJsonArray, type JsonValue } from "../json-value.js";
import { ownMember } from "../own-member.js";
import type { KeywordCheck } from "./keyword-check.js";
import { isContainer, type MeteredEquality } from "./metered-equality.js";

export const equalityChecks: readonly KeywordCheck[] = [
  ({ schema, equality }) => {
    const constant = ownMember(schema, "const");
    if (constant === undefined) return null;
    const isIt = oneOf([constant], equality);
    return (value, run) => isIt(value) || run.fail("const", "must be equal to constant");
  },
  ({ schema, equality }) => {
    const values = ownMember(schema, "enum");
    if (!isJsonArray(values)) return null;
    const isOne = oneOf(values, equality);
    const message = `must be equal to one of the allowed values: ${JSON.stringify(values)}`;
    return (value, run) => isOne(value) || run.fail("enum", message);
  },
];

function oneOf(
  values: readonly JsonValue[],
  { equalTo }: MeteredEquality,
): (value: JsonValue) => boolean {
  const primitives = new Set(values.filter((value) => !isContainer(value)));
  const containers = values.filter(isContainer).map(equalTo);
  return (value) =>
    isContainer(value) ? containers.some((isEqual) => isEqual(value)) : primitives.has(value);
}
