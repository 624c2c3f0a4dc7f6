import { pointerTo } from "./json-pointer.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { IN_PLACE_APPLICATORS, KEYWORD_SHAPES } from "./schema-keywords.js";

/** A schema that stands directly within another one. */
export interface Subschema {
  readonly schema: JsonObject;
  readonly pointer: string;
  /** The keyword of the parent that holds it. */
  readonly keyword: string;
  /** Its name under that keyword; null where the keyword holds a list or nothing but it. */
  readonly name: string | null;
  /** Whether it applies to the same value as its parent. */
  readonly inPlace: boolean;
}

/** The object schemas directly within a schema, by its keywords. Boolean schemas have nothing within them and are left out. */
export function subschemasOf(schema: JsonObject, pointer: string): readonly Subschema[] {
  const subschemas: Subschema[] = [];
  for (const keyword of Object.keys(schema)) {
    const children = candidates(keyword, schema[keyword] ?? null);
    // Most members hold no schema.
    if (children.length === 0) continue;
    const inPlace = IN_PLACE_APPLICATORS.has(keyword);
    const at = pointerTo(pointer, keyword);
    for (const { child, step, name } of children) {
      if (!isJsonObject(child)) continue;
      const childPointer = step === null ? at : pointerTo(at, step);
      subschemas.push({ schema: child, pointer: childPointer, keyword, name, inPlace });
    }
  }
  return subschemas;
}

interface Candidate {
  readonly child: JsonValue;
  /** The step from the keyword to the child; null where the keyword's value is the child. */
  readonly step: string | number | null;
  readonly name: string | null;
}

const NONE: readonly Candidate[] = [];

function candidates(keyword: string, value: JsonValue): readonly Candidate[] {
  if (typeof value !== "object" || value === null) return NONE;
  const shape = KEYWORD_SHAPES.get(keyword);
  if (shape === "schema") return [itself(value)];
  if (shape === "schema_list") return isJsonArray(value) ? elements(value) : NONE;
  if (shape === "schema_or_list") return isJsonArray(value) ? elements(value) : [itself(value)];
  if ((shape === "schema_map" || shape === "schema_or_names_map") && isJsonObject(value)) {
    return Object.entries(value).map(([name, child]) => ({ child, step: name, name }));
  }
  return NONE;
}

function itself(child: JsonValue): Candidate {
  return { child, step: null, name: null };
}

function elements(list: readonly JsonValue[]): readonly Candidate[] {
  return list.map((child, index) => ({ child, step: index, name: null }));
}
