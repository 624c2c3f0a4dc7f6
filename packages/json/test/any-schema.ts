import * as fc from "fast-check";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../src/json-value.js";

const name = fc.constantFrom("a", "b", "aa", "toString", "constructor");
const pattern = fc.constantFrom("a", "^a+$", "[0-9]", "^(?=a)", "b|c", "^\\\\S*$");
const reference = fc.constantFrom("#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#x", "other");
const type = fc.constantFrom("array", "boolean", "integer", "null", "number", "object", "string");
const count = fc.integer({ min: 0, max: 3 });
const scalar: fc.Arbitrary<JsonValue> = fc.constantFrom(
  null,
  true,
  false,
  0,
  1,
  2.5,
  "",
  "a",
  "ab",
);

/** Keywords whose value is one schema. */
const SCHEMA_KEYWORDS = [
  "items",
  "contains",
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
];

/** Small values, close to what the schemas below ask about. */
export const anyValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** One schema in some: mostly keywords with a value of the right shape, sometimes with any other. */
const { schema } = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => {
  const schemas = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true });
  const names = fc.uniqueArray(name, { maxLength: 2 });
  const well: Record<string, fc.Arbitrary<unknown>> = {
    ...Object.fromEntries(SCHEMA_KEYWORDS.map((key) => [key, tie("schema")])),
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
    const: anyValue,
    pattern,
    minimum: count,
    exclusiveMaximum: count,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    minProperties: count,
    maxProperties: count,
    required: names,
    prefixItems: schemas,
    maxContains: count,
    properties: map,
    patternProperties: fc.dictionary(pattern, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
    dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }),
    dependentSchemas: map,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    $ref: reference,
    $defs: map,
    $anchor: fc.constant("x"),
  };
  const keyword = fc
    .constantFrom(...Object.keys(well))
    .chain((key) =>
      fc.tuple(
        fc.constant(key),
        fc.oneof(
          { weight: 30, arbitrary: well[key] ?? scalar },
          { weight: 1, arbitrary: anyValue.filter(isNoPoorList) },
        ),
      ),
    );
  return {
    object: fc.uniqueArray(keyword, { maxLength: 4, selector: ([key]) => key }).map(toObject),
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.boolean(),
      type.map((one) => ({ type: one })),
      tie("object"),
    ),
  };
});

/** Schemas of every kind: good, bad, endless and contradictory. */
export const anySchema: fc.Arbitrary<JsonObject> = fc
  .tuple(schema, schema, schema)
  .map(([one, two, three]) =>
    toObject(Object.entries({ allOf: [one], properties: { a: two }, $defs: { a: three, b: one } })),
  );

/** The lint lets empty and repetitive lists of names and values pass, which the meta-schemas call invalid: they harm nobody. */
function isNoPoorList(value: JsonValue): boolean {
  if (!Array.isArray(value)) return true;
  return value.length > 0 && new Set(value.map((one) => JSON.stringify(one))).size === value.length;
}

/** As parsed: no object stands in two places. */
function toObject(entries: readonly (readonly [string, unknown])[]): JsonObject {
  const object = parseJson(JSON.stringify(Object.fromEntries(entries)));
  return isJsonObject(object) ? object : {};
}
