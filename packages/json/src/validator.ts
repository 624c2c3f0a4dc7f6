import type { ErrorObject, ValidateFunction } from "ajv";
import { type Digest, digest } from "./digest.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { LruCache } from "./lru-cache.js";
import { loadSchemaCompiler, type SchemaCompiler } from "./schema-compiler.js";
import { dialectOf } from "./schema-keywords.js";

/** How many compiled schemas one validator keeps (T40). */
export const MAX_CACHED_SCHEMAS = 1024;

const MAX_ERRORS = 16;

export interface SchemaViolation {
  /** JSON pointer within the value; empty for the value itself. */
  readonly path: string;
  readonly keyword: string;
  /** The rest of a sentence that starts with the place: `must be string`. */
  readonly message: string;
}

export type ValidationResult =
  | {
      readonly kind: "valid";
      /** Patterns that the linear-time engine cannot run, and that were therefore not checked. */
      readonly unchecked: readonly string[];
    }
  | {
      readonly kind: "invalid";
      readonly violations: readonly [SchemaViolation, ...SchemaViolation[]];
    }
  /** The schema itself cannot be compiled, although it passed the lint. */
  | { readonly kind: "invalid_schema"; readonly reason: string };

export interface ValidationRequest {
  /** Must have passed `lintSchema`. */
  readonly schema: JsonObject;
  readonly value: JsonValue;
}

/** Validates values against strangers' schemas. Holds compiled schemas by digest, so that no `$id` of one can meet another (T39). */
export interface SchemaValidator {
  /** Compiles on the first use of a schema; never throws for anything a schema or a value holds. */
  validate(request: ValidationRequest): Promise<ValidationResult>;
}

type Compiled =
  | {
      readonly kind: "compiled";
      readonly check: ValidateFunction;
      readonly unchecked: readonly string[];
    }
  | { readonly kind: "invalid_schema"; readonly reason: string };

/** Ajv and the pattern engine are loaded with the first validation. */
export function createValidator(): SchemaValidator {
  const cache = new LruCache<Digest, Compiled>(MAX_CACHED_SCHEMAS);
  let compiler: Promise<SchemaCompiler> | null = null;

  const compile = async (schema: JsonObject): Promise<Compiled> => {
    const key = digest(schema);
    const known = cache.get(key);
    if (known !== undefined) return known;
    compiler ??= loadSchemaCompiler();
    const compiled = compileOnce(await compiler, schema);
    cache.set(key, compiled);
    return compiled;
  };

  return {
    async validate({ schema, value }) {
      const compiled = await compile(schema);
      if (compiled.kind === "invalid_schema") return compiled;
      if (compiled.check(value)) return { kind: "valid", unchecked: compiled.unchecked };
      const [first, ...others] = (compiled.check.errors ?? []).slice(0, MAX_ERRORS).map(violation);
      if (first === undefined)
        return { kind: "invalid_schema", reason: "validation gave no reason" };
      return { kind: "invalid", violations: [first, ...others] };
    },
  };
}

function compileOnce(compiler: SchemaCompiler, schema: JsonObject): Compiled {
  const named = schema["$schema"];
  const dialect = typeof named === "string" ? dialectOf(named) : "2020-12";
  if (dialect === null) return { kind: "invalid_schema", reason: "its dialect is not known" };
  try {
    return { kind: "compiled", ...compiler.compile(schema, dialect) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "invalid_schema", reason: reason.slice(0, 500) };
  }
}

function violation({ instancePath, keyword, message, params }: ErrorObject): SchemaViolation {
  const detail =
    keyword === "additionalProperties" || keyword === "unevaluatedProperties"
      ? `: ${JSON.stringify(params["additionalProperty"] ?? params["unevaluatedProperty"]).slice(0, 80)}`
      : keyword === "enum"
        ? `: ${JSON.stringify(params["allowedValues"]).slice(0, 200)}`
        : "";
  return { path: instancePath, keyword, message: `${message ?? `fails ${keyword}`}${detail}` };
}
