import { isJsonObject, type JsonValue } from "./json-value.js";
import { JSON_TYPES, type KeywordShape } from "./schema-keywords.js";

/** What is wrong with a keyword's value, as the end of a sentence that starts with the keyword's name; null when nothing is. */
export function keywordProblem(shape: KeywordShape, value: JsonValue): string | null {
  switch (shape) {
    case "schema":
      return isSchema(value) ? null : "must be a schema";
    case "schema_list":
      return isSchemaList(value) ? null : "must be a list of schemas";
    case "schema_or_list":
      return isSchema(value) || isSchemaList(value)
        ? null
        : "must be a schema or a list of schemas";
    case "schema_map":
      return isJsonObject(value) && Object.values(value).every(isSchema)
        ? null
        : "must be an object whose members are schemas";
    case "schema_or_names_map":
      return isJsonObject(value) &&
        Object.values(value).every((member) => isSchema(member) || isNames(member))
        ? null
        : "must be an object whose members are schemas or lists of names";
    case "names_map":
      return isJsonObject(value) && Object.values(value).every(isNames)
        ? null
        : "must be an object whose members are lists of names";
    case "names":
      return isNames(value) ? null : "must be a list of names";
    case "type":
      return isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType))
        ? null
        : "must name JSON types";
    case "enum":
      return Array.isArray(value) ? null : "must be a list";
    case "anchor":
      return typeof value === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value)
        ? null
        : "must be a plain name";
    case "text":
      return typeof value === "string" ? null : "must be text";
    case "number":
      return typeof value === "number" ? null : "must be a number";
    case "positive":
      return typeof value === "number" && value > 0 ? null : "must be a number above 0";
    case "count":
      return typeof value === "number" && Number.isInteger(value) && value >= 0
        ? null
        : "must be a whole number, 0 or more";
    case "flag":
      return typeof value === "boolean" ? null : "must be true or false";
  }
}

function isSchema(value: JsonValue): boolean {
  return typeof value === "boolean" || isJsonObject(value);
}

function isSchemaList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema);
}

function isNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function isType(value: JsonValue): boolean {
  return typeof value === "string" && JSON_TYPES.some((type) => type === value);
}
