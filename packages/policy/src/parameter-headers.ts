import { type JsonObject, type JsonValue, type Subschema, subschemasOf } from "@perspt/json";
import { quote } from "@perspt/kernel";

const KEYWORD = "x-mcp-header";
/** A field name by RFC 9110. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const MIRRORED_TYPES: readonly JsonValue[] = ["string", "integer", "boolean"];

interface Place {
  readonly schema: JsonObject;
  readonly pointer: string;
  /** Whether `properties` alone leads here, so that an argument's value stands at one known place. */
  readonly isProperty: boolean;
}

/**
 * What is wrong with an input schema's `x-mcp-header` annotations, as a sentence; null when nothing is (H7, T49). The schema must
 * have passed `lintSchema`.
 */
export function parameterHeaderProblem(schema: JsonObject): string | null {
  const names = new Map<string, string>();
  const seen = new Set<JsonObject>();
  const pending: Place[] = [{ schema, pointer: "", isProperty: false }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (seen.has(place.schema)) continue;
    seen.add(place.schema);
    if (Object.hasOwn(place.schema, KEYWORD)) {
      const problem = annotationProblem(place, names);
      if (problem !== null) return problem;
    }
    for (const child of subschemasOf(place.schema, place.pointer)) {
      const isProperty = leadsByProperties(place, child);
      pending.push({ schema: child.schema, pointer: child.pointer, isProperty });
    }
  }
  return null;
}

function leadsByProperties(parent: Place, child: Subschema): boolean {
  const isReached = parent.isProperty || parent.pointer === "";
  return isReached && child.pointer.startsWith(`${parent.pointer}/properties/`);
}

function annotationProblem(place: Place, names: Map<string, string>): string | null {
  const name = place.schema[KEYWORD];
  const where = `The ${KEYWORD} at ${quote(place.pointer)}`;
  if (!place.isProperty) {
    return `${where} stands where no properties alone lead, so no argument can be taken from there.`;
  }
  if (typeof name !== "string" || !TOKEN.test(name)) {
    const got = typeof name === "string" ? quote(name) : "something else";
    return `${where} must be the name of an HTTP header; it is ${got}.`;
  }
  const type = Object.hasOwn(place.schema, "type") ? place.schema["type"] : undefined;
  const types: readonly JsonValue[] = Array.isArray(type) ? type : [type ?? null];
  if (!types.every((each) => MIRRORED_TYPES.includes(each))) {
    return `${where} is on an argument that is not always a string, an integer or a boolean.`;
  }
  const key = name.toLowerCase();
  const earlier = names.get(key);
  if (earlier !== undefined) {
    return `${where} names the header ${quote(name)}, and so does the one at ${quote(earlier)}.`;
  }
  names.set(key, place.pointer);
  return null;
}
