import { findInPlaceCycle, type SchemaNode } from "./in-place-cycle.js";
import { pointerTo } from "./json-pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { keywordProblem } from "./keyword-problem.js";
import { resolveReference } from "./local-reference.js";
import { nestsDeeperThan } from "./nesting-depth.js";
import { dialectOf, KEYWORD_SHAPES, type SchemaDialect } from "./schema-keywords.js";
import { subschemasOf } from "./subschemas.js";

export interface SchemaLimits {
  readonly maxBytes: number;
  /** Most schemas that lie within each other. */
  readonly maxDepth: number;
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

/** Values nest this deep at most before anything walks them; the wire lets no more through (T29). */
const MAX_JSON_DEPTH = 128;
const MAX_PROBLEMS = 8;

export type SchemaProblemCode =
  | "not_an_object_schema"
  | "too_large"
  | "too_deep"
  | "too_many_subschemas"
  | "too_many_enum_values"
  | "invalid_keyword"
  | "nested_id"
  | "remote_reference"
  | "unresolved_reference"
  | "endless_reference"
  | "unknown_dialect";

export interface SchemaProblem {
  readonly code: SchemaProblemCode;
  /** JSON pointer within the schema. */
  readonly path: string;
  readonly message: string;
}

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
 * What passes is within the limits, refers to nothing outside itself, and cannot apply itself to one value for ever.
 *
 * `$id` is allowed at the root alone: further down it would change what the references below it mean. `$dynamicRef` is taken as `$ref`.
 */
export function lintSchema(schema: JsonValue, options: SchemaLintOptions): SchemaLint {
  const limits = options.limits ?? SCHEMA_LIMITS;
  if (!isJsonObject(schema)) {
    return reject("not_an_object_schema", "", "Expected a schema that is a JSON object.");
  }
  const oversize = sizeProblem(schema, limits);
  if (oversize !== null) return { kind: "rejected", problems: [oversize] };
  if (options.purpose === "input" && schema["type"] !== "object") {
    return reject(
      "not_an_object_schema",
      "/type",
      `Expected the root to say "type": "object"; got ${show(schema["type"])}.`,
    );
  }
  const named = Object.hasOwn(schema, "$schema") ? schema["$schema"] : undefined;
  const dialect = typeof named === "string" ? dialectOf(named) : "2020-12";
  if (dialect === null) {
    return reject(
      "unknown_dialect",
      "/$schema",
      `Expected JSON Schema 2020-12 or draft-07; got ${show(named)}.`,
    );
  }
  const [first, ...others] = problemsWithin(schema, limits);
  return first === undefined
    ? { kind: "ok", dialect }
    : { kind: "rejected", problems: [first, ...others] };
}

function sizeProblem(schema: JsonObject, limits: SchemaLimits): SchemaProblem | null {
  const text = serialized(schema);
  if (text === null || nestsDeeperThan(text, MAX_JSON_DEPTH)) {
    return problem(
      "too_deep",
      "",
      `Expected values nested at most ${MAX_JSON_DEPTH} deep; got more.`,
    );
  }
  const bytes = Buffer.byteLength(text);
  return bytes > limits.maxBytes
    ? problem("too_large", "", `Expected at most ${limits.maxBytes} bytes; got ${bytes}.`)
    : null;
}

/** Null for what nests so deep that serialising it overflows the stack. */
function serialized(schema: JsonObject): string | null {
  try {
    return JSON.stringify(schema);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Visit {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly depth: number;
}

function problemsWithin(root: JsonObject, limits: SchemaLimits): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const anchors = anchorsOf(root, limits);
  const nodes = new Map<JsonObject, SchemaNode>();
  const pending: Visit[] = [{ schema: root, pointer: "", depth: 1 }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { schema, pointer, depth } = visit;
    if (nodes.has(schema)) continue;
    if (depth > limits.maxDepth) {
      return [
        ...problems,
        problem(
          "too_deep",
          pointer,
          `Expected schemas nested at most ${limits.maxDepth} deep; got more.`,
        ),
      ];
    }
    if (nodes.size >= limits.maxSubschemas) {
      return [
        ...problems,
        problem(
          "too_many_subschemas",
          pointer,
          `Expected at most ${limits.maxSubschemas} subschemas; got more.`,
        ),
      ];
    }
    problems.push(...keywordProblems(visit, limits));
    const inPlace: JsonObject[] = [];
    for (const child of subschemasOf(schema, pointer)) {
      if (child.inPlace) inPlace.push(child.schema);
      pending.push({ schema: child.schema, pointer: child.pointer, depth: depth + 1 });
    }
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
      if (typeof reference !== "string") continue;
      const target = resolveReference(root, reference, anchors);
      const at = pointerTo(pointer, keyword);
      switch (target.kind) {
        case "not_local":
          problems.push(
            problem(
              "remote_reference",
              at,
              `Expected a reference within this schema (#/…); got ${show(reference)}. Nothing is fetched.`,
            ),
          );
          break;
        case "unresolved":
          problems.push(
            problem(
              "unresolved_reference",
              at,
              `Expected a reference to a schema; ${show(reference)} leads to none.`,
            ),
          );
          break;
        case "found":
          if (isJsonObject(target.schema)) {
            inPlace.push(target.schema);
            pending.push({ schema: target.schema, pointer: target.pointer, depth: depth + 1 });
          }
      }
    }
    nodes.set(schema, { pointer, inPlace });
    if (problems.length >= MAX_PROBLEMS) return problems.slice(0, MAX_PROBLEMS);
  }
  const cycle = findInPlaceCycle(nodes);
  if (cycle !== null) {
    problems.push(
      problem(
        "endless_reference",
        cycle,
        "Expected an end; this schema applies itself to the same value again.",
      ),
    );
  }
  return problems;
}

function* keywordProblems(
  { schema, pointer }: Visit,
  limits: SchemaLimits,
): Generator<SchemaProblem> {
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = KEYWORD_SHAPES.get(keyword);
    if (shape === undefined) continue;
    const at = pointerTo(pointer, keyword);
    const wrong = keywordProblem(shape, value);
    if (wrong !== null) {
      yield problem("invalid_keyword", at, `${keyword} ${wrong}; got ${show(value)}.`);
    } else if (shape === "enum" && Array.isArray(value) && value.length > limits.maxEnumValues) {
      yield problem(
        "too_many_enum_values",
        at,
        `Expected at most ${limits.maxEnumValues} values; got ${value.length}.`,
      );
    } else if (keyword === "$id" && pointer !== "") {
      yield problem(
        "nested_id",
        at,
        "Expected $id at the root alone, because it changes what references mean; got one further down.",
      );
    }
  }
}

/** Names that references can use; the walk is bounded as the lint itself is. */
function anchorsOf(root: JsonObject, limits: SchemaLimits): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  const pending: JsonObject[] = [root];
  for (let seen = 0, schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    seen += 1;
    if (seen > limits.maxSubschemas) break;
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
      if (typeof name === "string" && !anchors.has(name)) anchors.set(name, schema);
    }
    for (const child of subschemasOf(schema, "")) pending.push(child.schema);
  }
  return anchors;
}

function reject(code: SchemaProblemCode, path: string, message: string): SchemaLint {
  return { kind: "rejected", problems: [problem(code, path, message)] };
}

function problem(code: SchemaProblemCode, path: string, message: string): SchemaProblem {
  return { code, path, message };
}

/** A bounded, escaped rendering of a value that a stranger wrote. */
function show(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const text = Array.isArray(value)
    ? "a list"
    : isJsonObject(value)
      ? "an object"
      : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
