import type { JsonObject, JsonValue } from "@perspt/json";
import type { Random } from "../random.js";
import { applied } from "./applicators.js";
import { assertion } from "./assertions.js";
import { conditional } from "./conditional.js";
import { members, range, small } from "./hostile-value.js";

/** A kind of attack: a schema that costs much to read, to compile or to apply. */
type SchemaMaker = (random: Random) => JsonObject;

/** Each family by the name under which the report speaks of it. */
const FAMILIES: Readonly<Record<string, SchemaMaker>> = {
  "one assertion, many times": (random) => {
    const times = random.magnitude(1, 1100);
    return { allOf: range(times, () => assertion(random)) };
  },
  "assertions below applicators": (random) => applied(random, assertions(random)),
  "applicators within applicators": (random) => {
    const levels = random.between(1, 34);
    let schema = assertions(random);
    for (let level = 0; level < levels && fits(schema); level += 1)
      schema = applied(random, schema);
    return schema;
  },
  "branches that multiply": (random) => {
    const keyword = random.pick(["anyOf", "allOf", "oneOf"]);
    const levels = random.between(1, 14);
    const fan = random.between(2, 3);
    let schema: JsonObject = assertion(random);
    for (let level = 0; level < levels && fits(schema); level += 1) {
      const branch = schema;
      schema = { [keyword]: range(fan, () => branch) };
    }
    return schema;
  },
  "references that multiply": (random) => {
    const levels = random.between(1, 400);
    const fan = random.between(1, 3);
    const keyword = random.pick(["anyOf", "allOf", "oneOf"]);
    const place = random.pick(["in place", "below"]);
    return {
      $ref: "#/$defs/d0",
      $defs: Object.fromEntries(
        range(levels + 1, (level): [string, JsonValue] => {
          const next = range(fan, () => ({ $ref: `#/$defs/d${level + 1}` }));
          const all = place === "in place" ? { [keyword]: next } : { items: { [keyword]: next } };
          return [`d${level}`, level === levels ? assertion(random) : all];
        }),
      ),
    };
  },
  "recursion on members": (random) => {
    const self = random.pick([{ $ref: "#" }, { $dynamicRef: "#self" }, { $ref: "#self" }]);
    const many = range(random.between(1, 4), () => self);
    const keyword = random.pick(["allOf", "anyOf", "oneOf"]);
    return {
      $dynamicAnchor: "self",
      ...assertion(random),
      ...random.pick<JsonObject>([
        { properties: { a: { [keyword]: many } } },
        { properties: { a: self }, additionalProperties: self, items: self },
        { patternProperties: { a: self, "^a": self, a$: self }, items: self },
        { items: { [keyword]: many }, additionalProperties: { [keyword]: many } },
        {
          contains: self,
          propertyNames: self,
          unevaluatedItems: self,
          unevaluatedProperties: self,
        },
      ]),
    };
  },
  "references in a circle": (random) => {
    const length = random.between(1, 40);
    const step = (index: number): JsonObject => {
      const reference = { $ref: `#/$defs/d${(index + 1) % length}` };
      return random.pick<JsonObject>([
        reference,
        { anyOf: [{ type: "string" }, reference] },
        { not: reference },
        conditional(reference, { items: reference }, {}),
        { dependentSchemas: { a: reference } },
        { items: reference },
      ]);
    };
    return {
      $ref: "#/$defs/d0",
      $defs: Object.fromEntries(range(length, (index) => [`d${index}`, step(index)])),
    };
  },
  "references that lead nowhere": (random) => ({
    properties: Object.fromEntries(
      range(random.between(1, 300), (index) => [
        `p${index}`,
        {
          $ref: random.pick([
            "http://127.0.0.1:1/x",
            "#/$defs/none",
            "#/properties",
            "#/__proto__",
            "#/constructor/prototype",
            "#/%7e",
            `#/${"a/".repeat(200)}`,
            "file:///etc/passwd",
            "#/properties/p0",
          ]),
        },
      ]),
    ),
  }),
  "unevaluated beside branches": (random) => ({
    [random.pick(["allOf", "anyOf", "oneOf"])]: range(random.magnitude(1, 300), (index) => ({
      properties: { [`k${index}`]: assertion(random), a: {} },
      ...(random.chance(0.3) ? { patternProperties: { [`^k${index % 10}`]: {} } } : {}),
      ...(random.chance(0.3) ? { unevaluatedProperties: random.chance(0.5) } : {}),
      ...(random.chance(0.3) ? { prefixItems: range(index % 9, () => assertion(random)) } : {}),
    })),
    unevaluatedProperties: random.pick<JsonValue>([false, assertion(random)]),
    unevaluatedItems: random.pick<JsonValue>([false, assertion(random)]),
  }),
  "names without end": (random) => {
    const names = range(random.magnitude(1, 4000), (index) => `k${index}`);
    const schema = random.pick<JsonObject>([
      { required: names },
      { properties: Object.fromEntries(names.slice(0, 1000).map((name) => [name, {}])) },
      {
        dependentRequired: Object.fromEntries(
          names.slice(0, 300).map((name) => [name, names.slice(0, 10)]),
        ),
      },
      {
        dependentSchemas: Object.fromEntries(
          names.slice(0, 300).map((name) => [name, assertion(random)]),
        ),
      },
      { propertyNames: { enum: names.slice(0, 512) } },
      {
        patternProperties: Object.fromEntries(names.slice(0, 300).map((name) => [`^${name}$`, {}])),
      },
    ]);
    return random.chance(0.5) ? schema : applied(random, schema);
  },
  "large constants": (random) => {
    const constant = random.pick<JsonValue>([
      members(random.magnitude(1, 4000), (index) => index),
      range(random.magnitude(1, 15_000), () => 1),
      range(random.magnitude(1, 5000), (index) => ({ a: index })),
      "x".repeat(random.magnitude(1, 60_000)),
      small(random),
    ]);
    const keyword = random.pick<JsonObject>([{ const: constant }, { enum: [constant] }]);
    return random.chance(0.5) ? keyword : applied(random, keyword);
  },
  "not a schema": (random) => {
    const value = small(random, 6);
    const keywords = [
      "items",
      "properties",
      "allOf",
      "enum",
      "pattern",
      "$ref",
      "type",
      "multipleOf",
      "$defs",
    ];
    return Object.fromEntries(
      keywords.map((keyword) => [keyword, random.chance(0.5) ? value : small(random, 4)]),
    );
  },
  "beyond a bound": (random) =>
    random.pick<() => JsonObject>([
      () => ({ description: "x".repeat(70_000) }),
      () => ({ enum: range(600, (index) => index) }),
      () => ({ allOf: range(5000, () => ({})) }),
      () => deep(random.between(30, 120)),
      () => ({ default: range(20_000, () => []) }),
      () => ({ $schema: "http://json-schema.org/draft-04/schema#" }),
      () => ({ properties: { a: { $id: "https://a.test/" } } }),
    ])(),
};

export interface HostileSchema {
  readonly family: string;
  readonly schema: JsonObject;
}

const NAMES = Object.keys(FAMILIES);

/** One schema of any family; some say that they are of draft-07. */
export function hostileSchema(random: Random): HostileSchema {
  const [first = "", ...others] = NAMES;
  const family = random.pick([first, ...others]);
  const schema = FAMILIES[family]?.(random) ?? {};
  const isOld = random.chance(0.1);
  return {
    family,
    schema: isOld ? { $schema: "http://json-schema.org/draft-07/schema#", ...schema } : schema,
  };
}

function assertions(random: Random): JsonObject {
  return { allOf: range(random.magnitude(1, 40), () => assertion(random)) };
}

/** Whether it makes sense to repeat it: what is far too large is refused for that alone. */
function fits(schema: JsonObject): boolean {
  return JSON.stringify(schema).length < 40_000;
}

function deep(levels: number): JsonObject {
  let schema: JsonObject = {};
  for (let level = 0; level < levels; level += 1) schema = { not: schema };
  return schema;
}
