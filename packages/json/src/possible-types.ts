import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { ownMember } from "./own-member.js";
import {
  type ObjectPlace,
  type SchemaDocument,
  schemasAt,
  unconditional,
} from "./schema-closure.js";

/** What a value may be, as far as selecting by it goes. */
export type ValueKind = "text" | "list" | "null" | "other";

const ANYTHING: readonly ValueKind[] = ["text", "list", "null", "other"];

/**
 * What a value may be that passes a schema: never less than the truth. `anyOf` and `oneOf` allow what one of their branches allows;
 * everything that applies in any case narrows further; `not` and `if` are left out of account.
 */
export function possibleKinds(
  document: SchemaDocument,
  start: ObjectPlace,
  within: ReadonlySet<JsonObject> = new Set(),
): readonly ValueKind[] {
  // Without an end only where the lint was left out.
  if (within.has(start.schema)) return ANYTHING;
  const inside = new Set(within).add(start.schema);
  return unconditional(document, start)
    .flatMap((place) => [
      kindsOfTypes(place.schema),
      kindsOfValues(place.schema),
      kindsOfBranches(document, place, "anyOf", inside),
      kindsOfBranches(document, place, "oneOf", inside),
    ])
    .reduce((allowed, others) => allowed.filter((kind) => others.includes(kind)), ANYTHING);
}

function kindsOfBranches(
  document: SchemaDocument,
  place: ObjectPlace,
  keyword: "anyOf" | "oneOf",
  within: ReadonlySet<JsonObject>,
): readonly ValueKind[] {
  const branches = ownMember(place.schema, keyword);
  if (!Array.isArray(branches) || branches.includes(true)) return ANYTHING;
  return schemasAt(place, keyword).flatMap((branch) => possibleKinds(document, branch, within));
}

function kindsOfTypes(schema: JsonObject): readonly ValueKind[] {
  const type = ownMember(schema, "type");
  if (type === undefined) return ANYTHING;
  return (isJsonArray(type) ? type : [type]).map((name) => {
    if (name === "string") return "text";
    if (name === "array") return "list";
    return name === "null" ? "null" : "other";
  });
}

function kindsOfValues(schema: JsonObject): readonly ValueKind[] {
  const constant = ownMember(schema, "const");
  if (constant !== undefined) return [kindOf(constant)];
  const choices = ownMember(schema, "enum");
  return isJsonArray(choices) ? choices.map(kindOf) : ANYTHING;
}

function kindOf(value: JsonValue): ValueKind {
  if (typeof value === "string") return "text";
  if (isJsonArray(value)) return "list";
  return value === null ? "null" : "other";
}

/** Whether every element of a list that passes a schema is text, the ones described one by one included. */
export function hasTextElements(document: SchemaDocument, start: ObjectPlace): boolean {
  return unconditional(document, start).some((place) => {
    if (elementsAreText(document, place)) return true;
    return ["anyOf", "oneOf"].some((keyword) => {
      const branches = ownMember(place.schema, keyword);
      if (!Array.isArray(branches) || branches.some((branch) => branch === true)) return false;
      return schemasAt(place, keyword)
        .filter((branch) => possibleKinds(document, branch).includes("list"))
        .every((branch) => hasTextElements(document, branch));
    });
  });
}

function elementsAreText(document: SchemaDocument, place: ObjectPlace): boolean {
  const { schema } = place;
  const first = document.dialect === "2020-12" ? "prefixItems" : "items";
  const hasFirst = Array.isArray(ownMember(schema, first));
  const rest = document.dialect === "draft-07" && hasFirst ? "additionalItems" : "items";
  const firstAreText =
    !hasFirst || listOf(schema, first).every((_, index) => isTextAt(document, place, first, index));
  const others = ownMember(schema, rest);
  const othersAreText =
    others === false ||
    (isJsonObject(others) && schemasAt(place, rest).every((one) => isText(document, one)));
  return firstAreText && othersAreText;
}

function listOf(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const value = ownMember(schema, keyword);
  return isJsonArray(value) ? value : [];
}

function isTextAt(
  document: SchemaDocument,
  place: ObjectPlace,
  keyword: string,
  index: number,
): boolean {
  const schema = listOf(place.schema, keyword)[index];
  return isJsonObject(schema) && isText(document, { schema, pointer: place.pointer });
}

function isText(document: SchemaDocument, place: ObjectPlace): boolean {
  return possibleKinds(document, place).every((kind) => kind === "text");
}
