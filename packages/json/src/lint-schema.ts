import { findInPlaceProblem, type SchemaNode } from "./in-place-graph.js";
import { pointerSteps, pointerTo } from "./json-pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { ownMember } from "./own-member.js";
import { dialectOf, REFERENCES, type SchemaDialect } from "./schema-keywords.js";
import { identityProblems, keywordProblems } from "./schema-node-problems.js";
import { problem, type SchemaProblem, type SchemaProblemCode, show } from "./schema-problem.js";
import { createReferenceResolver } from "./schema-references.js";
import { sizeProblem } from "./schema-size.js";
import { subschemasOf } from "./subschemas.js";

export interface SchemaLimits {
  readonly maxBytes: number;
  /** Most schemas that lie within each other. */
  readonly maxDepth: number;
  /** Most schemas, and most that apply to one value, counted as often as references repeat them. */
  readonly maxSubschemas: number;
  readonly maxEnumValues: number;
}

/** Bounds of a remote tool's schema (governance.md, Admission, rule 6). */
export const SCHEMA_LIMITS: SchemaLimits = {
  maxBytes: 64 * 1024,
  maxDepth: 32,
  maxSubschemas: 1024,
  maxEnumValues: 512,
};

const MAX_PROBLEMS = 8;

export type SchemaLint =
  | { readonly kind: "ok"; readonly dialect: SchemaDialect }
  /** At most eight problems, in the order found. */
  | { readonly kind: "rejected"; readonly problems: readonly [SchemaProblem, ...SchemaProblem[]] };

export interface SchemaLintOptions {
  /** Arguments are objects; an output may be of any type. */
  readonly purpose: "input" | "output";
  readonly limits?: SchemaLimits;
}

/**
 * Reads a stranger's schema once, in time linear in its size and without recursion, before anything compiles it (T34 to T37, report 8).
 * What passes is within the limits, valid in its dialect but for repetitions in lists, refers to nothing outside itself, and cannot
 * apply itself to one value for ever. Annotations are not looked at.
 *
 * `$id` is allowed at the root alone: further down it would change what the references below it mean. `$dynamicRef` is taken as `$ref`.
 */
export function lintSchema(schema: JsonValue, options: SchemaLintOptions): SchemaLint {
  const limits = options.limits ?? SCHEMA_LIMITS;
  if (!isJsonObject(schema)) {
    return reject("not_an_object_schema", "", "Expected a schema that is a JSON object.");
  }
  const oversize = sizeProblem(schema, limits.maxBytes);
  if (oversize !== null) return { kind: "rejected", problems: [oversize] };
  const type = ownMember(schema, "type");
  if (options.purpose === "input" && type !== "object") {
    const message = `Expected the root to say "type": "object"; got ${show(type)}.`;
    return reject("not_an_object_schema", "/type", message);
  }
  const named = ownMember(schema, "$schema");
  const dialect = typeof named === "string" ? dialectOf(named) : "2020-12";
  if (dialect === null) {
    const message = `Expected JSON Schema 2020-12 or draft-07; got ${show(named)}.`;
    return reject("unknown_dialect", "/$schema", message);
  }
  const [first, ...others] = problemsWithin(schema, dialect, limits);
  return first === undefined
    ? { kind: "ok", dialect }
    : { kind: "rejected", problems: [first, ...others] };
}

function reject(code: SchemaProblemCode, path: string, message: string): SchemaLint {
  return { kind: "rejected", problems: [problem(code, path, message)] };
}

interface Visit {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly depth: number;
}

function problemsWithin(
  root: JsonObject,
  dialect: SchemaDialect,
  limits: SchemaLimits,
): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const resolver = createReferenceResolver(root);
  const nodes = new Map<JsonObject, SchemaNode>();
  const anchors = new Set<string>();
  const pending: Visit[] = [{ schema: root, pointer: "", depth: 1 }];
  /** What references lead to may stand where no keyword does. It is read last, when most of it is known. */
  const targets: Visit[] = [];
  for (;;) {
    const visit = pending.shift() ?? targets.shift();
    if (visit === undefined) break;
    const { schema, pointer, depth } = visit;
    if (nodes.has(schema)) continue;
    const breach = boundProblem(visit, nodes.size, limits);
    if (breach !== null) return [...problems, breach];
    for (const found of keywordProblems(visit, limits.maxEnumValues)) problems.push(found);
    for (const found of identityProblems(visit, dialect, anchors)) problems.push(found);
    const inPlace: JsonObject[] = [];
    for (const child of subschemasOf(schema, pointer)) {
      if (child.inPlace) inPlace.push(child.schema);
      pending.push({ schema: child.schema, pointer: child.pointer, depth: depth + 1 });
    }
    for (const keyword of REFERENCES) {
      const reference = ownMember(schema, keyword);
      if (typeof reference !== "string") continue;
      const target = resolver.resolve(reference);
      if (target.kind !== "found") {
        problems.push(referenceProblem(target.kind, pointerTo(pointer, keyword), reference));
      } else if (isJsonObject(target.schema)) {
        inPlace.push(target.schema);
        targets.push({ ...target, schema: target.schema, depth: depthOf(target.pointer) });
      }
    }
    nodes.set(schema, { pointer, inPlace });
    if (problems.length >= MAX_PROBLEMS) return problems.slice(0, MAX_PROBLEMS);
  }
  const endless = inPlaceProblem(nodes, limits);
  return endless === null ? problems : [...problems, endless];
}

function depthOf(pointer: string): number {
  return 1 + (pointerSteps(pointer)?.length ?? 0);
}

function boundProblem(
  { pointer, depth }: Visit,
  seen: number,
  limits: SchemaLimits,
): SchemaProblem | null {
  if (depth > limits.maxDepth) {
    const message = `Expected schemas nested at most ${limits.maxDepth} deep; got more.`;
    return problem("too_deep", pointer, message);
  }
  if (seen >= limits.maxSubschemas) {
    const message = `Expected at most ${limits.maxSubschemas} subschemas; got more.`;
    return problem("too_many_subschemas", pointer, message);
  }
  return null;
}

function referenceProblem(
  kind: "not_local" | "unresolved",
  at: string,
  reference: string,
): SchemaProblem {
  switch (kind) {
    case "not_local": {
      const message = `Expected a reference within this schema (#/…); got ${show(reference)}. Nothing is fetched.`;
      return problem("remote_reference", at, message);
    }
    case "unresolved": {
      const message = `Expected a reference to a schema; ${show(reference)} leads to none.`;
      return problem("unresolved_reference", at, message);
    }
  }
}

function inPlaceProblem(
  nodes: ReadonlyMap<JsonObject, SchemaNode>,
  limits: SchemaLimits,
): SchemaProblem | null {
  const found = findInPlaceProblem(nodes, limits.maxSubschemas);
  switch (found?.kind) {
    case undefined:
      return null;
    case "endless": {
      const message = "Expected an end; this schema applies itself to the same value again.";
      return problem("endless_reference", found.pointer, message);
    }
    case "expansion": {
      const message = `Expected at most ${limits.maxSubschemas} subschemas for one value; references repeat more.`;
      return problem("too_many_subschemas", found.pointer, message);
    }
  }
}
