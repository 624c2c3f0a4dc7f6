import { CanonicalFormError } from "./canonicalize.js";
import type { Violation } from "./checks/check-run.js";
import { type Digest, digest } from "./digest.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { lintSchema } from "./lint-schema.js";
import { LruCache } from "./lru-cache.js";
import { nextTurn } from "./next-turn.js";
import { type CompiledSchema, loadSchemaCompiler, type SchemaCompiler } from "./schema-compiler.js";
import { StepsExhausted } from "./step-meter.js";

/** How many compiled schemas one validator keeps unless the caller sets another bound (T40). */
export const MAX_CACHED_SCHEMAS = 1024;

const MAX_TEXT = 500;

export interface SchemaViolation {
  /** JSON pointer within the value; empty for the value itself. */
  readonly path: string;
  readonly keyword: string;
  /** The rest of a sentence that starts with the place: `must be string`. It may quote the schema and the value: sanitise it. */
  readonly message: string;
}

export type ValidationResult =
  | {
      readonly kind: "valid";
      /** JSON pointers, within the schema, of keywords that were not checked because the linear-time engine cannot run their pattern. */
      readonly unchecked: readonly string[];
    }
  | {
      readonly kind: "invalid";
      /** At most sixteen, in the order met; with `anyOf` and `oneOf` those of the branches come first. */
      readonly violations: readonly [SchemaViolation, ...SchemaViolation[]];
    }
  /** The schema did not pass the lint, cannot be compiled, or takes too many steps on this value. */
  | { readonly kind: "invalid_schema"; readonly reason: string };

export interface ValidationRequest {
  readonly schema: JsonObject;
  readonly value: JsonValue;
  /** What else tells this schema from the same text elsewhere, such as the server's id: it is kept apart in the cache (T39). */
  readonly cacheKey?: string;
}

/** Validates values against strangers' schemas, of 2020-12 and, where declared, draft-07; `format` is an annotation. */
export interface SchemaValidator {
  /**
   * Lints and compiles on the first use of a schema. Never throws for anything that a schema or a value holds, changes neither, and
   * fetches nothing.
   */
  validate(request: ValidationRequest): Promise<ValidationResult>;
}

export interface ValidatorOptions {
  /** `MAX_CACHED_SCHEMAS` by default. */
  readonly maxCachedSchemas?: number;
}

type Compiled =
  | ({ readonly kind: "compiled" } & CompiledSchema)
  | { readonly kind: "invalid_schema"; readonly reason: string };

/** The pattern engine is loaded with the first validation. */
export function createValidator(options: ValidatorOptions = {}): SchemaValidator {
  const cache = new LruCache<string, Compiled>(options.maxCachedSchemas ?? MAX_CACHED_SCHEMAS);
  /** Schemas are values and do not change: each object is digested once. */
  const digests = new WeakMap<JsonObject, Digest>();
  let compiler: Promise<SchemaCompiler> | null = null;
  return {
    async validate({ schema, value, cacheKey = "" }) {
      compiler ??= loadSchemaCompiler();
      const loaded = await compiler;
      const known = digests.get(schema) ?? digestOf(schema);
      if (known === null) return invalidSchema("It has no canonical JSON form.");
      digests.set(schema, known);
      const key = `${known} ${cacheKey}`;
      const compiled = cache.get(key) ?? (await compile(loaded, schema));
      cache.set(key, compiled);
      return compiled.kind === "compiled" ? check(compiled, value) : compiled;
    },
  };
}

function digestOf(schema: JsonObject): Digest | null {
  try {
    return digest(schema);
  } catch (error) {
    if (error instanceof CanonicalFormError) return null;
    throw error;
  }
}

/** In turns of its own: what the caller did before, and the check that follows, are not added to it. */
async function compile(compiler: SchemaCompiler, schema: JsonObject): Promise<Compiled> {
  const lint = lintSchema(schema, { purpose: "output" });
  if (lint.kind === "rejected") {
    const [{ path, message }] = lint.problems;
    return invalidSchema(path === "" ? message : `${message} (at ${path})`);
  }
  await nextTurn();
  try {
    return { kind: "compiled", ...compiler.compile(schema) };
  } catch (error) {
    if (error instanceof RangeError) return invalidSchema("It nests too deep to be compiled.");
    return invalidSchema(error instanceof Error ? error.message : String(error));
  } finally {
    await nextTurn();
  }
}

function check(compiled: CompiledSchema, value: JsonValue): ValidationResult {
  try {
    const violations = compiled.check(value);
    if (violations === null) return { kind: "valid", unchecked: compiled.unchecked };
    const [first, ...others] = violations.map(shortened);
    return first === undefined
      ? invalidSchema("It refuses a value without a reason.")
      : { kind: "invalid", violations: [first, ...others] };
  } catch (error) {
    if (error instanceof StepsExhausted) {
      return invalidSchema("It takes too many steps to check a value of this size against it.");
    }
    // Recursion through references can be deeper than the stack.
    if (error instanceof RangeError) {
      return invalidSchema("It nests too deep to check this value against it.");
    }
    throw error;
  }
}

function invalidSchema(reason: string): { kind: "invalid_schema"; reason: string } {
  return { kind: "invalid_schema", reason: shorten(reason) };
}

function shortened({ path, keyword, message }: Violation): SchemaViolation {
  return { path: shorten(path), keyword, message: shorten(message) };
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}
