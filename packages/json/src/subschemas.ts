import { pointerTo } from "./json-pointer.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
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
  const shape = KEYWORD_SHAPES.get(keyword);
  if (shape === "schema") return [[value, at]];
  if (shape === "schema_list") return isJsonArray(value) ? elements(value, at) : [];
  if (shape === "schema_or_list") return isJsonArray(value) ? elements(value, at) : [[value, at]];
  if ((shape === "schema_map" || shape === "schema_or_names_map") && isJsonObject(value)) {
    return Object.entries(value).map(([name, child]) => [child, pointerTo(at, name)] as const);
  }
  return [];
}

function elements(list: readonly JsonValue[], at: string): (readonly [JsonValue, string])[] {
  return list.map((child, index) => [child, pointerTo(at, index)] as const);
}
