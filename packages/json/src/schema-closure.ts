import { pointerTo } from "./json-pointer.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { ownMember } from "./own-member.js";
import { dialectOf, REFERENCES, type SchemaDialect } from "./schema-keywords.js";
import { createReferenceResolver, type ReferenceResolver } from "./schema-references.js";

/** A schema document that passed the lint, ready to be asked. */
export interface SchemaDocument {
  readonly root: JsonObject;
  readonly dialect: SchemaDialect;
  readonly resolver: ReferenceResolver;
}

export function openSchema(root: JsonObject): SchemaDocument {
  const named = ownMember(root, "$schema");
  const dialect = (typeof named === "string" ? dialectOf(named) : null) ?? "2020-12";
  return { root, dialect, resolver: createReferenceResolver(root) };
}

export interface ObjectPlace {
  readonly schema: JsonObject;
  readonly pointer: string;
}

const BESIDE = [...REFERENCES, "allOf"] as const;

/**
 * The schemas that apply to a value in any case when this one does: itself, what it refers to, and all of `allOf`. In draft-07 a
 * reference stands alone: what is written beside it does not count.
 */
export function unconditional(
  document: SchemaDocument,
  start: ObjectPlace,
): readonly ObjectPlace[] {
  // Most schemas have nothing beside them.
  if (!BESIDE.some((keyword) => Object.hasOwn(start.schema, keyword))) return [start];
  const places = [start];
  const seen = new Set([start.schema]);
  // Grows while it is read.
  for (const place of places) {
    const beside = standsAlone(document, place) ? [] : listAt(place, "allOf");
    for (const next of [...referredFrom(document, place), ...beside]) {
      if (!seen.has(next.schema)) places.push(next);
      seen.add(next.schema);
    }
  }
  return places.filter((place) => !standsAlone(document, place));
}

function standsAlone({ dialect }: SchemaDocument, { schema }: ObjectPlace): boolean {
  return dialect === "draft-07" && Object.hasOwn(schema, "$ref");
}

/** Where a schema's references lead; those to boolean schemas are left out. */
export function referredFrom({ resolver }: SchemaDocument, { schema }: ObjectPlace): ObjectPlace[] {
  return REFERENCES.flatMap((keyword) => {
    const reference = ownMember(schema, keyword);
    if (typeof reference !== "string") return [];
    const target = resolver.resolve(reference);
    return target.kind === "found" ? objectPlace(target.schema, target.pointer) : [];
  });
}

/** The object schemas under a keyword, whether it holds one or a list of them. */
export function schemasAt({ schema, pointer }: ObjectPlace, keyword: string): ObjectPlace[] {
  const value = ownMember(schema, keyword);
  const at = pointerTo(pointer, keyword);
  return isJsonArray(value)
    ? value.flatMap((element, index) => objectPlace(element, pointerTo(at, index)))
    : objectPlace(value, at);
}

function listAt(place: ObjectPlace, keyword: string): ObjectPlace[] {
  return Array.isArray(ownMember(place.schema, keyword)) ? schemasAt(place, keyword) : [];
}

function objectPlace(schema: JsonValue | undefined, pointer: string): ObjectPlace[] {
  return isJsonObject(schema) ? [{ schema, pointer }] : [];
}
