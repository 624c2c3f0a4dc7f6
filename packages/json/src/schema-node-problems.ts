import { pointerTo } from "./json-pointer.js";
import { keywordProblem } from "./keyword-problem.js";
import { ownMember } from "./own-member.js";
import type { ObjectPlace } from "./schema-closure.js";
import { dialectOf, KEYWORD_SHAPES, type SchemaDialect } from "./schema-keywords.js";
import { problem, type SchemaProblem, show } from "./schema-problem.js";

/** What is wrong with the values of a schema's keywords, in either dialect. */
export function* keywordProblems(
  { schema, pointer }: ObjectPlace,
  maxEnumValues: number,
): Generator<SchemaProblem> {
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = KEYWORD_SHAPES.get(keyword);
    if (shape === undefined) continue;
    const wrong = keywordProblem(shape, value);
    if (wrong !== null) {
      const message = `${keyword} ${wrong}; got ${show(value)}.`;
      yield problem("invalid_keyword", pointerTo(pointer, keyword), message);
    } else if (shape === "enum" && Array.isArray(value) && value.length > maxEnumValues) {
      const message = `Expected at most ${maxEnumValues} values; got ${value.length}.`;
      yield problem("too_many_enum_values", pointerTo(pointer, keyword), message);
    }
  }
}

/** What depends on the dialect, and what would change the meaning of references. */
export function* identityProblems(
  { schema, pointer }: ObjectPlace,
  dialect: SchemaDialect,
  anchors: Set<string>,
): Generator<SchemaProblem> {
  if (dialect === "2020-12" && Array.isArray(ownMember(schema, "items"))) {
    const message = "items must be a schema in 2020-12, where prefixItems holds the list.";
    yield problem("invalid_keyword", pointerTo(pointer, "items"), message);
  }
  const named = ownMember(schema, "$schema");
  if (pointer !== "" && typeof named === "string" && dialectOf(named) !== dialect) {
    const message = `Expected one dialect in a whole schema, ${dialect}; got ${show(named)}.`;
    yield problem("unknown_dialect", pointerTo(pointer, "$schema"), message);
  }
  if (pointer !== "" && Object.hasOwn(schema, "$id")) {
    const message = "Expected $id at the root alone, because it changes what references mean.";
    yield problem("nested_id", pointerTo(pointer, "$id"), message);
  }
  for (const keyword of ["$anchor", "$dynamicAnchor"]) {
    const name = ownMember(schema, keyword);
    if (typeof name !== "string") continue;
    if (anchors.has(name)) {
      const message = `Expected each anchor once; got ${show(name)} twice.`;
      yield problem("invalid_keyword", pointerTo(pointer, keyword), message);
    }
    anchors.add(name);
  }
}
