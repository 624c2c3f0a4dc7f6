/** Dialects that are understood; a schema without `$schema` is of the first (T2). */
export type SchemaDialect = "2020-12" | "draft-07";

const DIALECT_URIS: ReadonlyMap<string, SchemaDialect> = new Map([
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft-07/schema", "draft-07"],
]);

/** The dialect that `$schema` names; null for one that is not understood. */
export function dialectOf(uri: string): SchemaDialect | null {
  return DIALECT_URIS.get(uri.replace(/#$/, "")) ?? null;
}

/** What a keyword's value must be, as far as it can be told without compiling. */
export type KeywordShape =
  | "schema"
  | "schema_list"
  | "schema_or_list"
  | "schema_map"
  | "schema_or_names_map"
  | "type"
  | "names"
  | "names_map"
  | "enum"
  | "text"
  | "anchor"
  | "number"
  | "positive"
  | "count"
  | "flag";

/**
 * Every keyword that decides about values, in either dialect. All others, titles, defaults and vendor words included, are annotations:
 * they may hold anything and are never looked at.
 */
export const KEYWORD_SHAPES: ReadonlyMap<string, KeywordShape> = new Map([
  ["additionalItems", "schema"],
  ["additionalProperties", "schema"],
  ["contains", "schema"],
  ["else", "schema"],
  ["if", "schema"],
  ["not", "schema"],
  ["propertyNames", "schema"],
  ["then", "schema"],
  ["unevaluatedItems", "schema"],
  ["unevaluatedProperties", "schema"],
  ["items", "schema_or_list"],
  ["allOf", "schema_list"],
  ["anyOf", "schema_list"],
  ["oneOf", "schema_list"],
  ["prefixItems", "schema_list"],
  ["$defs", "schema_map"],
  ["definitions", "schema_map"],
  ["dependentSchemas", "schema_map"],
  ["patternProperties", "schema_map"],
  ["properties", "schema_map"],
  ["dependencies", "schema_or_names_map"],
  ["dependentRequired", "names_map"],
  ["required", "names"],
  ["type", "type"],
  ["enum", "enum"],
  ["pattern", "text"],
  ["$schema", "text"],
  ["$id", "text"],
  ["$ref", "text"],
  ["$dynamicRef", "text"],
  ["$anchor", "anchor"],
  ["$dynamicAnchor", "anchor"],
  ["maximum", "number"],
  ["minimum", "number"],
  ["exclusiveMaximum", "number"],
  ["exclusiveMinimum", "number"],
  ["multipleOf", "positive"],
  ["maxLength", "count"],
  ["minLength", "count"],
  ["maxItems", "count"],
  ["minItems", "count"],
  ["maxContains", "count"],
  ["minContains", "count"],
  ["maxProperties", "count"],
  ["minProperties", "count"],
  ["uniqueItems", "flag"],
] as const);

/** Keywords that apply their subschemas to the very value that the schema itself is applied to: a cycle of them never ends. */
export const IN_PLACE_APPLICATORS: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
]);

/** References lead to a schema that applies to the same value. A `$dynamicRef` is one too: a document without nested `$id` has one scope. */
export const REFERENCES = ["$ref", "$dynamicRef"] as const;

export const JSON_TYPES = [
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
] as const;
