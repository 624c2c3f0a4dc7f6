import { CheckRun, type Violation } from "./checks/check-run.js";
import { compileChecks } from "./checks/compile-checks.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { normalizeSchema } from "./normalize-schema.js";
import { createPatternEngine } from "./pattern-engine.js";
import { createStepMeter } from "./step-meter.js";

export interface CompiledSchema {
  /** Null for a valid value. Throws `StepsExhausted` when the check costs too much, and a `RangeError` where it nests too deep. */
  readonly check: (value: JsonValue) => readonly Violation[] | null;
  /** JSON pointers of the keywords that are not checked. */
  readonly unchecked: readonly string[];
}

export interface SchemaCompiler {
  /** The schema must have passed the lint. Throws a `RangeError` where it nests too deep. */
  compile(schema: JsonObject): CompiledSchema;
}

/** Loads the engine for patterns, which run in linear time (T34). Nothing is shared between schemas, or kept (T39, T40). */
export async function loadSchemaCompiler(): Promise<SchemaCompiler> {
  const { RE2JS } = await import("re2js");
  return {
    compile(schema) {
      const meter = createStepMeter();
      const patterns = createPatternEngine(RE2JS, meter);
      const normal = normalizeSchema(schema, patterns.canRun);
      const check = compileChecks(normal.schema, { meter, patternOf: patterns.tester });
      return {
        check: (value) => {
          meter.start(value);
          const run = new CheckRun(meter);
          return check(value, run) ? null : run.violations;
        },
        unchecked: normal.unchecked,
      };
    },
  };
}
