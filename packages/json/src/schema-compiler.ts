import type { Options, ValidateFunction } from "ajv";
import type { JsonObject } from "./json-value.js";
import { createPatternEngine } from "./pattern-engine.js";
import type { SchemaDialect } from "./schema-keywords.js";

export interface SchemaCompiler {
  /** Throws for a schema that is not valid in its dialect. */
  compile(
    schema: JsonObject,
    dialect: SchemaDialect,
  ): { readonly check: ValidateFunction; readonly unchecked: readonly string[] };
}

/**
 * Ajv with everything off that would reach beyond the schema or trust it: a new instance for each schema, so that ids never meet and
 * nothing is kept (T39, T40); patterns on a linear-time engine (T34); formats as annotations, as 2020-12 has them.
 */
export async function loadSchemaCompiler(): Promise<SchemaCompiler> {
  const [ajvModule, ajv2020Module, { RE2JS }] = await Promise.all([
    import("ajv"),
    import("ajv/dist/2020.js"),
    import("re2js"),
  ]);
  // Through `default`: a bundler gives a CommonJS module that was loaded dynamically no named exports.
  const { Ajv } = ajvModule.default;
  const { Ajv2020 } = ajv2020Module.default;
  // Shared by all instances of a dialect: compiling a meta-schema costs more than compiling most schemas.
  const metaCheck = {
    "2020-12": new Ajv2020({ strict: false, validateFormats: false }),
    "draft-07": new Ajv({ strict: false, validateFormats: false }),
  };
  return {
    compile(schema, dialect) {
      if (!metaCheck[dialect].validateSchema(schema)) {
        throw new TypeError(metaCheck[dialect].errorsText(metaCheck[dialect].errors));
      }
      const patterns = createPatternEngine(RE2JS);
      const options: Options = {
        strict: false,
        validateFormats: false,
        validateSchema: false,
        addUsedSchema: false,
        allErrors: false,
        ownProperties: true,
        meta: false,
        logger: false,
        code: { regExp: patterns.regExp },
      };
      const ajv = dialect === "2020-12" ? new Ajv2020(options) : new Ajv(options);
      // The dialect is known; with `meta` off, Ajv must not look for its schema.
      const { $schema: _, ...body } = schema;
      return { check: ajv.compile(body), unchecked: patterns.unchecked };
    },
  };
}
