import type { JsonObject, JsonValue } from "@perspt/json";
import type { Random } from "../random.js";
import { conditional } from "./conditional.js";
import { range, small } from "./hostile-value.js";

/** Patterns that take a backtracking engine exponential time, a careless one much memory, or that no engine knows. */
const PATTERNS: readonly [string, ...string[]] = [
  "^(a+)+$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "(.*a){20}",
  "([ab]*a[ab]{200})$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$",
  "(x+x+)+y",
  "^(?=a)a",
  "(a)\\1",
  "(?<!a)b",
  "a{1,1000}",
  "((a{1,30}){1,30}){1,30}",
  "[^]*",
  "\\p{L}+",
  "^\\S*$",
  "(",
  "a|b|c|d|e|f|",
  "",
  "(?:a?){50}a{50}",
  "[\\s\\S]{500}",
];

type AssertionMaker = (random: Random) => JsonObject;

const MAKERS: readonly [AssertionMaker, ...AssertionMaker[]] = [
  (random) => ({ pattern: random.pick(PATTERNS) }),
  (random) => ({ pattern: `${random.pick(PATTERNS)}|${random.between(0, 999)}` }),
  (random) => ({ patternProperties: { [random.pick(PATTERNS)]: { type: "number" } } }),
  (random) => ({ propertyNames: { pattern: random.pick(PATTERNS) } }),
  () => ({ uniqueItems: true }),
  () => ({ items: { uniqueItems: true } }),
  (random) => ({
    enum: range(
      random.magnitude(1, 512),
      (index): JsonValue => random.pick<JsonValue>([index, `k${index}`, [index], { a: index }]),
    ),
  }),
  (random) => ({ const: small(random) }),
  (random) => ({ not: { const: small(random) } }),
  (random) => ({
    type: random.pick(["array", "boolean", "integer", "null", "number", "object", "string"]),
  }),
  (random) => ({ type: ["array", "string", "object", random.pick(["number", "null"])] }),
  (random) => ({ maxLength: random.magnitude(0, 1_000_000) }),
  (random) => ({ minLength: random.magnitude(0, 1_000_000) }),
  (random) => ({ maxItems: random.magnitude(0, 1_000_000) }),
  (random) => ({ minProperties: random.magnitude(0, 1_000_000) }),
  (random) => ({ maxProperties: random.magnitude(0, 100_000) }),
  (random) => ({ multipleOf: random.pick([0.1, 1e-300, 3, 1e300]) }),
  (random) => ({ minimum: random.pick([-1e308, 0, 1e308]), exclusiveMaximum: 1e308 }),
  (random) => ({ required: range(random.magnitude(0, 50), (index) => `k${index}`) }),
  (random) => ({
    contains: { const: random.between(0, 9) },
    minContains: random.magnitude(0, 1000),
    maxContains: random.magnitude(0, 1_000_000),
  }),
  (random) => ({ additionalProperties: { type: random.pick(["number", "object"]) } }),
  (random) => ({ additionalProperties: random.chance(0.5), properties: { a: {}, k1: {} } }),
  (random) => ({ unevaluatedProperties: { type: random.pick(["number", "object"]) } }),
  (random) => ({ unevaluatedItems: random.chance(0.5) }),
  (random) => ({ items: { type: random.pick(["number", "object", "array"]) } }),
  (random) => ({
    prefixItems: range(random.magnitude(1, 30), () => ({ type: "number" })),
    items: random.chance(0.5),
  }),
  (random) =>
    conditional({ minItems: 1 }, { uniqueItems: true }, { maxLength: random.magnitude(1, 1000) }),
  () => ({ $comment: "x", title: "x", format: "date-time", default: {} }),
  () => ({ properties: { constructor: { type: "string" }, toString: {}, hasOwnProperty: false } }),
];

/** One thing that a schema asks of a value. */
export function assertion(random: Random): JsonObject {
  return random.pick(MAKERS)(random);
}
