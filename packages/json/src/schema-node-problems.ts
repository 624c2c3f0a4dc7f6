import { pointerTo } from "./json-pointer.js";
import { keywordProblem } from "./keyword-problem.js";
import { ownMember } from "./own-member.js";
import type { ObjectPlace } from "./schema-closure.js";
import { dialectOf, KEYWORD_SHAPES, type SchemaDialect } from "./schema-keywords.js";
import { problem, type SchemaProblem, show } from "./schema-problem.js";

/** What is wrong with the values of a schema's keywords, in either dialect. */
export function keywordProblems(
  { schema, pointer }: ObjectPlace,
  maxEnumValues: number,
): readonly SchemaProblem[] {
  const found: SchemaProblem[] = [];
  for (const keyword of Object.keys(schema)) {
    const shape = KEYWORD_SHAPES.get(keyword);
    const value = schema[keyword];
    if (shape === undefined || value === undefined) continue;
    const wrong = keywordProblem(shape, value);
    if (wrong !== null) {
      const message = `${keyword} ${wrong}; got ${show(value)}.`;
      found.push(problem("invalid_keyword", pointerTo(pointer, keyword), message));
    } else if (shape === "enum" && Array.isArray(value) && value.length > maxEnumValues) {
      const message = `Expected at most ${maxEnumValues} values; got ${value.length}.`;
      found.push(problem("too_many_enum_values", pointerTo(pointer, keyword), message));
    }
  }
  return found;
}

const ANCHORS = ["$anchor", "$dynamicAnchor"] as const;

/** What depends on the dialect, and what would change the meaning of references. */
export function identityProblems(
  { schema, pointer }: ObjectPlace,
  dialect: SchemaDialect,
  anchors: Set<string>,
): readonly SchemaProblem[] {
  const found: SchemaProblem[] = [];
  if (dialect === "2020-12" && Array.isArray(ownMember(schema, "items"))) {
    const message = "items must be a schema in 2020-12, where prefixItems holds the list.";
    found.push(problem("invalid_keyword", pointerTo(pointer, "items"), message));
  }
  const named = ownMember(schema, "$schema");
  if (pointer !== "" && typeof named === "string" && dialectOf(named) !== dialect) {
    const message = `Expected one dialect in a whole schema, ${dialect}; got ${show(named)}.`;
    found.push(problem("unknown_dialect", pointerTo(pointer, "$schema"), message));
  }
  if (pointer !== "" && Object.hasOwn(schema, "$id")) {
    const message = "Expected $id at the root alone, because it changes what references mean.";
    found.push(problem("nested_id", pointerTo(pointer, "$id"), message));
  }
  for (const keyword of ANCHORS) {
    const name = ownMember(schema, keyword);
    if (typeof name !== "string") continue;
    if (anchors.has(name)) {
      const message = `Expected each anchor once; got ${show(name)} twice.`;
      found.push(problem("invalid_keyword", pointerTo(pointer, keyword), message));
    }
    anchors.add(name);
  }
  return found;
}
