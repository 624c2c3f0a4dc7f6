// Values, their canonical form and digests.

export { CanonicalFormError, type CanonicalFormErrorCode, canonicalize } from "./canonicalize.js";
export { type Digest, digest, digestBytes } from "./digest.js";
export { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
export { serializedBytes, serializesWithin } from "./serialized-bytes.js";

// Parsing: bounded for the wire, strict for what is decided on.

export { parseBounded } from "./parse-bounded.js";
export type { JsonLimits, JsonProblem, JsonProblemCode, ParseResult } from "./parse-result.js";
export { ARGUMENT_LIMITS, parseStrict } from "./parse-strict.js";

// Strangers' schemas: read before anything compiles.

export {
  lintSchema,
  SCHEMA_LIMITS,
  type SchemaLimits,
  type SchemaLint,
  type SchemaLintOptions,
} from "./lint-schema.js";
export {
  type ParameterHeader,
  type ParameterHeadersReading,
  readParameterHeaders,
} from "./parameter-headers.js";
export { type FieldResolution, resolveField } from "./resolve-field.js";
export type { SchemaDialect } from "./schema-keywords.js";
export type { SchemaProblem, SchemaProblemCode } from "./schema-problem.js";

// Validation, loaded with its first use.

export {
  createValidator,
  MAX_CACHED_SCHEMAS,
  type SchemaValidator,
  type SchemaViolation,
  type ValidationRequest,
  type ValidationResult,
  type ValidatorOptions,
} from "./validator.js";

// The contract of a function that takes an object, kept for callers without a compiler.

export { type MemberRequirement, requireMembers } from "./require-members.js";
