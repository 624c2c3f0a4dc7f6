import type { ModelProviderName } from "../model-choice.js";
import { isModelJsonObject, type ModelJson, type ModelJsonObject } from "../model-json.js";

/** Keywords that Google's function declarations refuse. */
const NOT_FOR_GOOGLE: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$comment",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "x-mcp-header",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
  "dependentSchemas",
  "dependentRequired",
  "contains",
  "minContains",
  "maxContains",
  "if",
  "then",
  "else",
  "not",
  "uniqueItems",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/**
 * A tool's input schema as a provider takes it: what it refuses is left out, which says less to the model and lets nothing more through,
 * because arguments are validated here against the schema as it was admitted. The root always says that it is an object.
 */
export function adaptSchema(schema: ModelJsonObject, provider: ModelProviderName): ModelJsonObject {
  const root = { ...schema, type: "object", properties: schema["properties"] ?? {} };
  switch (provider) {
    case "google":
      return without(root, NOT_FOR_GOOGLE);
    case "openai":
    case "openai_compatible":
      return withoutRootCombinators(without(root, new Set(["x-mcp-header"])));
    case "anthropic":
      return withoutRootCombinators(without(root, new Set(["x-mcp-header"])));
  }
}

/** Several providers refuse a root that is a choice. */
function withoutRootCombinators(schema: ModelJsonObject): ModelJsonObject {
  const combinators = new Set(["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "enum"]);
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !combinators.has(name)));
}

/** Takes keywords out wherever a schema stands; names of properties are not keywords. */
function without(schema: ModelJsonObject, refused: ReadonlySet<string>): ModelJsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, ModelJson][] => {
      if (refused.has(name)) return [];
      if (DATA_KEYWORDS.has(name)) return [[name, value]];
      if (NAMED_SCHEMAS.has(name)) return [[name, withoutInNamed(value, refused)]];
      return [[name, cleaned(value, refused)]];
    }),
  );
}

/** What stands here is data, not schema. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(["enum", "const", "default", "required"]);

const NAMED_SCHEMAS: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);

function withoutInNamed(value: ModelJson, refused: ReadonlySet<string>): ModelJson {
  if (!isModelJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, schema]) => [name, cleaned(schema, refused)]),
  );
}

function cleaned(value: ModelJson, refused: ReadonlySet<string>): ModelJson {
  if (Array.isArray(value)) return value.map((element: ModelJson) => cleaned(element, refused));
  return isModelJsonObject(value) ? without(value, refused) : value;
}
