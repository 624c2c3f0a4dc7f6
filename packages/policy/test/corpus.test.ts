import { createValidator, isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { agentCeiling } from "@perspt/kernel";
import { admitCatalog, proposePolicy } from "@perspt/policy";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCorpus } from "./corpus.js";

const CORPUS = readCorpus();
const TOOLS = CORPUS.flatMap(({ package: name, tools }) => tools.map((tool) => ({ name, tool })));

/** Values for one tool of the corpus; `npm test` looks at this many for each. */
const RUNS = 25;

test("the corpus holds more than sixty tools of published servers", () => {
  expect(TOOLS.length).toBeGreaterThan(60);
  expect(CORPUS.length).toBeGreaterThanOrEqual(7);
});

describe.each(CORPUS)("$package $version", ({ tools }) => {
  test("admits every tool under a policy for it", () => {
    const admission = admitCatalog({
      server: "published",
      transport: "stdio",
      ceiling: agentCeiling([]),
      policies: new Map(tools.map((tool) => [tool.name, proposePolicy(tool).policy])),
      tools,
      capabilities: { tools: {} },
    });
    if (admission.kind === "refused") return expect.unreachable(admission.message);
    expect(admission.rejected).toEqual([]);
    expect(admission.admitted.map(({ remoteName }) => remoteName)).toEqual(
      tools.map(({ name }) => name),
    );
  });
});

describe("arguments of published tools are judged as a reference validator judges them", () => {
  test.each(TOOLS.map(({ name, tool }) => [`${name} ${tool.name}`, tool] as const))(
    "%s",
    async (_, { definition }) => {
      const schema = definition["inputSchema"];
      if (!isJsonObject(schema)) return expect.unreachable("a tool has an input schema");
      const reference = referenceFor(schema);
      const validator = createValidator();
      const verdicts = new Set<string>();
      await fc.assert(
        fc.asyncProperty(argumentsFor(schema), async (value) => {
          const { kind } = await validator.validate({ schema, value });
          verdicts.add(kind);
          expect([JSON.stringify(value), kind]).toEqual([
            JSON.stringify(value),
            reference(value) ? "valid" : "invalid",
          ]);
        }),
        { numRuns: RUNS },
      );
      expect(verdicts.has("valid")).toBe(true);
    },
  );
});

/** Ajv as it comes, on the engine's own regular expressions: right for friendly schemas, which these are. */
function referenceFor(schema: JsonObject): (value: JsonValue) => boolean {
  const options = { strict: false, validateFormats: false } as const;
  const dialect = schema["$schema"];
  const isOld = typeof dialect === "string" && dialect.includes("draft-07");
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  const { $schema: _, ...plain } = schema;
  const validate = ajv.compile(plain);
  return (value) => validate(value) === true;
}

/** Values that mostly fit a schema, and such values with something about them changed. */
function argumentsFor(schema: JsonObject): fc.Arbitrary<JsonValue> {
  const fitting = valueFor(schema, 0);
  const other = fc.constantFrom<JsonValue>(
    null,
    1.5,
    -1,
    "",
    "x",
    true,
    [],
    {},
    [null],
    "9".repeat(40),
  );
  const names = Object.keys(isJsonObject(schema["properties"]) ? schema["properties"] : {});
  const name = fc.constantFrom("extra", ...names);
  const changed = fc.tuple(fitting, name, fc.option(other)).map(([value, member, replacement]) => {
    if (!isJsonObject(value)) return value;
    const { [member]: _, ...rest } = value;
    return replacement === null ? rest : { ...rest, [member]: replacement };
  });
  return fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 3, arbitrary: changed }, other);
}

function valueFor(schema: JsonValue | undefined, depth: number): fc.Arbitrary<JsonValue> {
  if (!isJsonObject(schema) || depth > 6) return fc.constant({});
  const { enum: choices, const: constant, anyOf, oneOf, default: usual } = schema;
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(choices)) return fc.constantFrom(...choices.map((choice: JsonValue) => choice));
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  if (branches !== null) {
    return fc.oneof(...branches.map((branch: JsonValue) => valueFor(branch, depth + 1)));
  }
  const types: readonly unknown[] = [schema["type"]].flat();
  const [type] = types;
  switch (type) {
    case "string":
      return textFor(schema, usual);
    case "integer":
    case "number":
      return fc.integer({ min: bound(schema, "minimum", 0), max: bound(schema, "maximum", 50) });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(valueFor(schema["items"], depth + 1), {
        minLength: bound(schema, "minItems", 0),
        maxLength: Math.max(bound(schema, "minItems", 0), 2),
      });
    case "null":
      return fc.constant(null);
    default:
      return objectFor(schema, depth);
  }
}

function textFor(schema: JsonObject, usual: JsonValue | undefined): fc.Arbitrary<JsonValue> {
  const { pattern } = schema;
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern, "u"));
  const text = fc.string({
    minLength: bound(schema, "minLength", 0),
    maxLength: Math.max(bound(schema, "minLength", 0), 12),
  });
  return usual === undefined ? text : fc.oneof(text, fc.constant(usual));
}

function objectFor(schema: JsonObject, depth: number): fc.Arbitrary<JsonValue> {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, valueFor(member, depth + 1)]),
  );
  return fc.record(members, {
    requiredKeys: Object.keys(members).filter((name) => required.includes(name)),
  });
}

function bound(schema: JsonObject, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 1e6
    ? value
    : otherwise;
}
