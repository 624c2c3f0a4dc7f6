import type { Ajv, Code, ErrorObject, KeywordCxt } from "ajv";
import { equalityKeywords } from "./equality-keywords.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { createMeteredEquality } from "./metered-equality.js";
import { normalizeSchema } from "./normalize-schema.js";
import { createPatternEngine } from "./pattern-engine.js";
import { costOfMembers, createStepMeter, type StepMeter } from "./step-meter.js";

export interface CompiledSchema {
  /** Null for a valid value. Throws `StepsExhausted` when the check costs too much. */
  readonly check: (value: JsonValue) => readonly ErrorObject[] | null;
  /** JSON pointers of the keywords that are not checked. */
  readonly unchecked: readonly string[];
}

export interface SchemaCompiler {
  /** The schema must have passed the lint. Throws where Ajv cannot compile it. */
  compile(schema: JsonObject): CompiledSchema;
}

/**
 * Ajv for the few words of a normal schema, and nothing else of it: a new instance for each schema, so that nothing is shared or kept
 * (T39, T40); patterns on a linear-time engine (T34); every keyword metered (T35); formats are annotations, as 2020-12 has them.
 */
export async function loadSchemaCompiler(): Promise<SchemaCompiler> {
  const [ajvModule, { RE2JS }] = await Promise.all([import("ajv/dist/2020.js"), import("re2js")]);
  // Through `default`: a bundler gives a CommonJS module that was loaded dynamically no named exports.
  const { Ajv2020, Name, _, nil } = ajvModule.default;
  /** The variable in which Ajv's functions count the errors they hold. */
  const errors = new Name("errors");

  /** Has every keyword of an instance pay before it works. Its rules are its own, although the code behind them is shared. */
  const meterKeywords = (rules: Ajv["RULES"], meter: StepMeter): void => {
    for (const rule of Object.values(rules.all)) {
      if (typeof rule !== "object" || !("code" in rule.definition)) continue;
      const { code } = rule.definition;
      rule.definition = {
        ...rule.definition,
        code(context, ruleType) {
          const spend = context.gen.scopeValue("func", { ref: meter.spend });
          const steps = _`${costOfSchema(context)} + (${errors} >> ${ERRORS_OF_A_STEP})`;
          context.gen.code(_`${spend}(${steps}${costOfValue(context)})`);
          code(context, ruleType);
        },
      };
    }
  };

  const costOfValue = ({ keyword, schema, data, gen }: KeywordCxt): Code => {
    if (GOES_THROUGH_ELEMENTS.has(keyword)) return _` + (${data}.length >> ${PARTS_OF_A_STEP})`;
    if (!GOES_THROUGH_MEMBERS.has(keyword)) return nil;
    // Once for each pattern.
    const times = keyword === "patternProperties" ? countOfParts(schema) : 1;
    return _` + ${times} * ${gen.scopeValue("func", { ref: costOfMembers })}(${data})`;
  };

  return {
    compile(schema) {
      const meter = createStepMeter();
      const patterns = createPatternEngine(RE2JS, meter);
      const normal = normalizeSchema(schema, patterns.canRun);
      const ajv = new Ajv2020({
        strict: false,
        validateSchema: false,
        validateFormats: false,
        addUsedSchema: false,
        meta: false,
        logger: false,
        inlineRefs: false,
        ownProperties: true,
        multipleOfPrecision: MULTIPLE_OF_DIGITS,
        code: {
          // `code` would be for source text that others run; none is ever made.
          regExp: Object.assign(patterns.tester, { code: "" }),
          // Ajv's own optimiser takes ten times as long as everything else, and quadratic time.
          optimize: false,
        },
      });
      for (const keyword of equalityKeywords(createMeteredEquality(meter), _)) {
        ajv.removeKeyword(keyword.keyword);
        ajv.addKeyword(keyword);
      }
      meterKeywords(ajv.RULES, meter);
      const validate = ajv.compile(normal.schema);
      return {
        check: (value) => {
          meter.start(value);
          return validate(value) ? null : (validate.errors ?? []);
        },
        unchecked: normal.unchecked,
      };
    },
  };
}

/** How many errors of branches that failed weigh as one step, as a power of two: Ajv copies them at every reference. */
const ERRORS_OF_A_STEP = 4;
/** How many parts of a value are looked at in one step, as a power of two. */
const PARTS_OF_A_STEP = 2;
/** How many parts of a keyword, such as required names, are looked at in one step. */
const NAMES_OF_A_STEP = 4;
/** 0.3 is a multiple of 0.1 although their quotient is not whole in binary. */
const MULTIPLE_OF_DIGITS = 9;

const GOES_THROUGH_ELEMENTS: ReadonlySet<string> = new Set([
  "items",
  "contains",
  "unevaluatedItems",
  "maxLength",
  "minLength",
]);
const GOES_THROUGH_MEMBERS: ReadonlySet<string> = new Set([
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "maxProperties",
  "minProperties",
]);

/** One step, and more for a keyword that lists much. */
function costOfSchema({ schema }: KeywordCxt): number {
  return 1 + Math.floor(countOfParts(schema) / NAMES_OF_A_STEP);
}

function countOfParts(schema: unknown): number {
  return typeof schema === "object" && schema !== null ? Object.keys(schema).length : 0;
}
