import { pointerTo } from "./json-pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { IN_PLACE_APPLICATORS, KEYWORD_SHAPES } from "./schema-keywords.js";

/** A schema that stands directly within another one. */
export interface Subschema {
  readonly schema: JsonObject;
  readonly pointer: string;
  /** Whether it applies to the same value as its parent. */
  readonly inPlace: boolean;
}

/** The object schemas directly within a schema, by its keywords. Boolean schemas have nothing within them and are left out. */
export function* subschemasOf(schema: JsonObject, pointer: string): Generator<Subschema> {
  for (const [keyword, value] of Object.entries(schema)) {
    const inPlace = IN_PLACE_APPLICATORS.has(keyword);
    const at = pointerTo(pointer, keyword);
    for (const [child, childPointer] of candidates(keyword, value, at)) {
      if (isJsonObject(child)) yield { schema: child, pointer: childPointer, inPlace };
    }
  }
}

function candidates(
  keyword: string,
  value: JsonValue,
  at: string,
): readonly (readonly [JsonValue, string])[] {
  switch (KEYWORD_SHAPES.get(keyword)) {
    case "schema":
      return [[value, at]];
    case "schema_list":
      return Array.isArray(value) ? elements(value, at) : [];
    case "schema_or_list":
      return Array.isArray(value) ? elements(value, at) : [[value, at]];
    case "schema_map":
    case "schema_or_names_map":
      return isJsonObject(value)
        ? Object.entries(value).map(([name, child]) => [child, pointerTo(at, name)] as const)
        : [];
    default:
      return [];
  }
}

function elements(list: readonly JsonValue[], at: string): (readonly [JsonValue, string])[] {
  return list.map((child, index) => [child, pointerTo(at, index)] as const);
}
