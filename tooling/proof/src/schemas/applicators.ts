import type { JsonObject } from "@perspt/json";
import type { Random } from "../random.js";
import { assertion } from "./assertions.js";
import { conditional } from "./conditional.js";

type Applicator = (schema: JsonObject, random: Random) => JsonObject;

/** Every way to have a schema apply to a value or to its parts. */
const APPLICATORS: readonly [Applicator, ...Applicator[]] = [
  (schema) => ({ items: schema }),
  (schema) => ({ additionalProperties: schema }),
  (schema) => ({ items: schema, additionalProperties: schema }),
  (schema) => ({ properties: { a: schema }, items: schema }),
  (schema) => ({ properties: { a: schema, k1: schema }, additionalProperties: schema }),
  (schema) => ({ patternProperties: { "": schema } }),
  (schema) => ({ patternProperties: { a: schema, "^k": schema, "\\d$": schema } }),
  (schema) => ({ propertyNames: schema }),
  (schema) => ({ contains: schema }),
  (schema) => ({ contains: schema, minContains: 0 }),
  (schema) => ({ prefixItems: [schema, schema], items: schema }),
  (schema) => ({ unevaluatedItems: schema, unevaluatedProperties: schema }),
  (schema) => ({ not: schema }),
  (schema) => ({ not: { not: schema } }),
  (schema, random) => ({ anyOf: [assertion(random), schema] }),
  (schema, random) => ({ oneOf: [schema, assertion(random), schema] }),
  (schema, random) => ({ allOf: [schema, assertion(random)] }),
  (schema) => conditional(schema, schema, schema),
  (schema) => ({ dependentSchemas: { a: schema, k1: schema } }),
  (schema) => ({ allOf: [schema, schema] }),
  (schema) => ({ items: { anyOf: [schema, schema] } }),
];

/** The schema, where it applies to something. */
export function applied(random: Random, schema: JsonObject): JsonObject {
  return random.pick(APPLICATORS)(schema, random);
}
