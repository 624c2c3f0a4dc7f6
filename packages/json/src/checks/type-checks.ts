import { isJsonArray, isJsonObject, type JsonValue } from "../json-value.js";
import { ownMember } from "../own-member.js";
import type { KeywordCheck } from "./keyword-check.js";

const TYPES: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map<
  string,
  (value: JsonValue) => boolean
>([
  ["array", isJsonArray],
  ["boolean", (value) => typeof value === "boolean"],
  ["integer", (value) => Number.isInteger(value)],
  ["null", (value) => value === null],
  ["number", (value) => Number.isFinite(value)],
  ["object", isJsonObject],
  ["string", (value) => typeof value === "string"],
]);

export const typeCheck: KeywordCheck = ({ schema }) => {
  const type = ownMember(schema, "type");
  if (type === undefined) return null;
  const names = (isJsonArray(type) ? type : [type]).filter((name) => typeof name === "string");
  const tests = names.flatMap((name) => TYPES.get(name) ?? []);
  const message = `must be ${names.join()}`;
  return (value, run) => tests.some((test) => test(value)) || run.fail("type", message);
};
