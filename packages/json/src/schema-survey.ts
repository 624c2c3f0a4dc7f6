import { isJsonObject, type JsonObject } from "./json-value.js";
import { ownMember } from "./own-member.js";
import { type ObjectPlace, referredFrom, type SchemaDocument } from "./schema-closure.js";
import { subschemasOf } from "./subschemas.js";

/** All schemas of a document that anything can lead to, and what is known about them. */
export interface SchemaSurvey {
  readonly places: readonly ObjectPlace[];
  /** Those that references lead to. */
  readonly referenced: ReadonlySet<JsonObject>;
  /** Those whose answer depends on a pattern that cannot be run: their own, or one of a schema that they apply. */
  readonly unsure: ReadonlySet<JsonObject>;
}

/** Walks a schema that passed the lint once, without recursion. */
export function surveySchema(
  document: SchemaDocument,
  canRun: (pattern: string) => boolean,
): SchemaSurvey {
  const places: ObjectPlace[] = [{ schema: document.root, pointer: "" }];
  const seen = new Set([document.root]);
  const referenced = new Set<JsonObject>();
  const users = new Map<JsonObject, JsonObject[]>();
  const unsure = new Set<JsonObject>();
  // Grows while it is read.
  for (const place of places) {
    const targets = referredFrom(document, place);
    for (const target of targets) referenced.add(target.schema);
    for (const child of [...subschemasOf(place.schema, place.pointer), ...targets]) {
      const usersOfChild = users.get(child.schema) ?? [];
      usersOfChild.push(place.schema);
      users.set(child.schema, usersOfChild);
      if (!seen.has(child.schema)) places.push(child);
      seen.add(child.schema);
    }
    if (patternsOf(place.schema).some((pattern) => !canRun(pattern))) unsure.add(place.schema);
  }
  // What applies an unsure schema is unsure as well.
  for (const schema of unsure) for (const user of users.get(schema) ?? []) unsure.add(user);
  return { places, referenced, unsure };
}

function patternsOf(schema: JsonObject): readonly string[] {
  const pattern = ownMember(schema, "pattern");
  const byPattern = ownMember(schema, "patternProperties");
  return [
    ...(typeof pattern === "string" ? [pattern] : []),
    ...(isJsonObject(byPattern) ? Object.keys(byPattern) : []),
  ];
}
