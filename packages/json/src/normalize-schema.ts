import { dropRule } from "./dropped-keywords.js";
import { pointerTo } from "./json-pointer.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { ownMember } from "./own-member.js";
import { type ObjectPlace, openSchema } from "./schema-closure.js";
import { REFERENCES } from "./schema-keywords.js";
import { surveySchema } from "./schema-survey.js";

export interface NormalSchema {
  readonly schema: JsonObject;
  /** JSON pointers of the keywords that are left out because they cannot be checked here. */
  readonly unchecked: readonly string[];
}

/** Keywords whose values are copied, whose value is a schema, a list of schemas, a map of schemas: of both dialects, then of 2020-12. */
const COPIED = [
  "type",
  "enum",
  "const",
  "multipleOf",
  "maximum",
  "minimum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "uniqueItems",
  "maxProperties",
  "minProperties",
  "required",
];
const COPIED_2020 = ["minContains", "maxContains", "dependentRequired"];
const SCHEMAS = ["additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"];
const SCHEMAS_2020 = ["items", "unevaluatedProperties", "unevaluatedItems"];
const LISTS = ["allOf", "anyOf", "oneOf"];
const LISTS_2020 = ["prefixItems"];
const MAPS = ["properties", "dependencies"];
const MAPS_2020 = ["dependentSchemas"];

/**
 * Rewrites a schema that passed the lint into the few words that the compiler gets to see: keywords of its own dialect alone, in the
 * terms of 2020-12; every reference to a place of our own choosing, so that the compiler resolves nothing; no ids, no annotations.
 *
 * A pattern that the engine cannot run is left out. Where leaving it out could turn a valid value into an invalid one (below `not`,
 * `if`, `oneOf`, `maxContains`, beside `unevaluated…`), that keyword is left out as well: what is unsure never refuses.
 */
export function normalizeSchema(
  root: JsonObject,
  canRun: (pattern: string) => boolean,
): NormalSchema {
  const document = openSchema(root);
  const survey = surveySchema(document, canRun);
  const isModern = document.dialect === "2020-12";
  const isDropped = dropRule(survey);
  const unchecked: string[] = [];
  const definitions = new Map<JsonObject, { readonly name: string; readonly place: ObjectPlace }>();

  const referenceTo = (place: ObjectPlace): JsonObject => {
    const known = definitions.get(place.schema) ?? { name: `d${definitions.size}`, place };
    definitions.set(place.schema, known);
    return { $ref: `#/$defs/${known.name}` };
  };

  const write = (schema: JsonValue, pointer: string): JsonValue => {
    if (!isJsonObject(schema)) return schema;
    const place = { schema, pointer };
    return survey.referenced.has(schema) ? referenceTo(place) : writeBody(place);
  };

  const writeList = (list: JsonValue, pointer: string): JsonValue =>
    isJsonArray(list)
      ? list.map((one, index) => write(one, pointerTo(pointer, index)))
      : write(list, pointer);

  const writeMap = (map: JsonValue, pointer: string): JsonValue =>
    isJsonObject(map)
      ? mapMembers(map, (schema, name) =>
          isJsonArray(schema) ? schema : write(schema, pointerTo(pointer, name)),
        )
      : map;

  const writeReferences = ({ schema }: ObjectPlace): readonly JsonValue[] =>
    REFERENCES.flatMap((keyword): JsonValue[] => {
      const reference = ownMember(schema, keyword);
      const isKnown = isModern || keyword === "$ref";
      if (typeof reference !== "string" || !isKnown) return [];
      const target = document.resolver.resolve(reference);
      if (target.kind !== "found") return [];
      return isJsonObject(target.schema)
        ? [referenceTo({ schema: target.schema, pointer: target.pointer })]
        : [target.schema];
    });

  /** What draft-07 says in other words. */
  const writeOldItems = ({ schema, pointer }: ObjectPlace): JsonObject => {
    const items = ownMember(schema, "items");
    const others = ownMember(schema, "additionalItems");
    const at = pointerTo(pointer, "items");
    if (items === undefined) return {};
    if (!isJsonArray(items)) return { items: write(items, at) };
    return {
      prefixItems: writeList(items, at),
      ...(others === undefined
        ? {}
        : { items: write(others, pointerTo(pointer, "additionalItems")) }),
    };
  };

  const writePatterns = ({ schema, pointer }: ObjectPlace): JsonObject => {
    const pattern = ownMember(schema, "pattern");
    const byPattern = ownMember(schema, "patternProperties");
    const at = pointerTo(pointer, "patternProperties");
    const runs = typeof pattern === "string" && canRun(pattern);
    if (typeof pattern === "string" && !runs) unchecked.push(pointerTo(pointer, "pattern"));
    if (!isJsonObject(byPattern)) return runs ? { pattern } : {};
    return {
      ...(runs ? { pattern } : {}),
      patternProperties: mapMembers(byPattern, (member, name) => {
        if (canRun(name)) return write(member, pointerTo(at, name));
        // Its tester matches every name, so that none of them counts as additional.
        unchecked.push(pointerTo(at, name));
        return true;
      }),
    };
  };

  const writeBody = (place: ObjectPlace): JsonObject => {
    const { schema, pointer } = place;
    const references = writeReferences(place);
    const [first, ...more] = references;
    if (!isModern && first !== undefined) return isJsonObject(first) ? first : { allOf: [first] };
    const result: Record<string, JsonValue> = {};
    const copy = (
      keywords: readonly string[],
      change: (value: JsonValue, at: string) => JsonValue,
    ): void => {
      for (const keyword of keywords) {
        const value = ownMember(schema, keyword);
        if (value === undefined) continue;
        const at = pointerTo(pointer, keyword);
        if (isDropped(place, keyword)) unchecked.push(at);
        else result[keyword] = change(value, at);
      }
    };
    const forDialect = (both: readonly string[], modern: readonly string[]) =>
      isModern ? [...both, ...modern] : both;
    copy(forDialect(COPIED, COPIED_2020), (value) => value);
    copy(forDialect(SCHEMAS, SCHEMAS_2020), write);
    copy(forDialect(LISTS, LISTS_2020), writeList);
    copy(forDialect(MAPS, MAPS_2020), writeMap);
    Object.assign(result, isModern ? {} : writeOldItems(place), writePatterns(place));
    if (first !== undefined && more.length === 0 && isJsonObject(first)) {
      Object.assign(result, first);
    } else if (references.length > 0) {
      const together = result["allOf"];
      result["allOf"] = [...(isJsonArray(together) ? together : []), ...references];
    }
    return result;
  };

  const schema = write(root, "");
  const written: Record<string, JsonValue> = {};
  // Writing one definition may ask for more of them.
  for (const { name, place } of definitions.values()) written[name] = writeBody(place);
  return { schema: { allOf: [schema], $defs: written }, unchecked };
}

function mapMembers(
  map: JsonObject,
  change: (value: JsonValue, name: string) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, change(value, name)]),
  );
}
