import { isJsonArray, type JsonObject, type JsonValue } from "./json-value.js";
import { ownMember } from "./own-member.js";
import { quote } from "./parse-result.js";
import { show } from "./schema-problem.js";
import { type Subschema, subschemasOf } from "./subschemas.js";

const KEYWORD = "x-mcp-header";
/** A field name by RFC 9110. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const MIRRORED_TYPES: readonly (JsonValue | undefined)[] = ["string", "integer", "boolean"];

/** An argument that a tool wants repeated in the HTTP header `Mcp-Param-<name>`. */
export interface ParameterHeader {
  readonly name: string;
  /** The property names that lead to the argument. */
  readonly path: readonly string[];
}

export type ParameterHeadersReading =
  | { readonly kind: "headers"; readonly headers: readonly ParameterHeader[] }
  /** One sentence for a person. It quotes the schema, bounded and escaped as JSON: sanitise before it is shown. */
  | { readonly kind: "rejected"; readonly problem: string };

interface Place {
  readonly schema: JsonObject;
  readonly pointer: string;
  /** The property names that lead here; null where anything but `properties` does, so that no one argument stands here. */
  readonly path: readonly string[] | null;
}

/**
 * The `x-mcp-header` annotations of an input schema, or what is wrong with one of them: the tool is then left out (H7, T49). Total: the
 * schema may be any object that was parsed, within whatever depth that allowed.
 */
export function readParameterHeaders(schema: JsonObject): ParameterHeadersReading {
  const headers: ParameterHeader[] = [];
  /** Where each header was first named, by its name in lower case. */
  const named = new Map<string, string>();
  const seen = new Set<JsonObject>();
  const pending: Place[] = [{ schema, pointer: "", path: [] }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (seen.has(place.schema)) continue;
    seen.add(place.schema);
    if (Object.hasOwn(place.schema, KEYWORD)) {
      const reading = readAnnotation(place);
      if (typeof reading === "string") return { kind: "rejected", problem: reading };
      const key = reading.name.toLowerCase();
      const earlier = named.get(key);
      if (earlier !== undefined) {
        const problem = `${subjectAt(place)} names the header ${quote(reading.name)}, and so does the one at ${quote(earlier)}.`;
        return { kind: "rejected", problem };
      }
      named.set(key, place.pointer);
      headers.push(reading);
    }
    for (const child of subschemasOf(place.schema, place.pointer)) {
      const { schema: inner, pointer } = child;
      pending.push({ schema: inner, pointer, path: pathTo(place, child) });
    }
  }
  return { kind: "headers", headers };
}

function pathTo({ path }: Place, { keyword, name }: Subschema): readonly string[] | null {
  return path === null || keyword !== "properties" || name === null ? null : [...path, name];
}

/** The annotation at one place, or the sentence that says what is wrong with it. */
function readAnnotation(place: Place): ParameterHeader | string {
  const { schema, path } = place;
  if (path === null || path.length === 0) {
    return `${subjectAt(place)} stands where no properties alone lead, so no argument can be taken from there.`;
  }
  const name = ownMember(schema, KEYWORD);
  if (typeof name !== "string" || !TOKEN.test(name)) {
    return `${subjectAt(place)} must be the name of an HTTP header; it is ${show(name)}.`;
  }
  const type = ownMember(schema, "type");
  const types = isJsonArray(type) ? type : [type];
  if (!types.every((each) => MIRRORED_TYPES.includes(each))) {
    return `${subjectAt(place)} is on an argument that is not always a string, an integer or a boolean.`;
  }
  return { name, path };
}

function subjectAt({ pointer }: Place): string {
  return `The ${KEYWORD} at ${quote(pointer)}`;
}
