import type { FuncKeywordDefinition } from "ajv";
import { canonicalize } from "./canonicalize.js";
import type { JsonValue } from "./json-value.js";
import type { StepMeter } from "./step-meter.js";

/** Ajv's tag for templates of code: Ajv itself is loaded later than this file. */
type CodeTemplate = typeof import("ajv")._;

/** Ajv's definition of a keyword, with one name. */
type EqualityKeyword = FuncKeywordDefinition & { readonly keyword: string };

/** How many characters of canonical text one step stands for. */
const CHARACTERS_OF_A_STEP = 8;

/**
 * `enum`, `const` and `uniqueItems` by canonical form. Ajv's own compare every two elements of a list, which a long list makes
 * quadratic, and call `valueOf` of a stranger's objects.
 */
export function equalityKeywords(meter: StepMeter, _: CodeTemplate): readonly EqualityKeyword[] {
  const keyOf = (value: JsonValue): string => {
    const key = typeof value === "object" ? canonicalize(value) : JSON.stringify(value);
    meter.spend(key.length / CHARACTERS_OF_A_STEP);
    return key;
  };
  const oneOf = (values: readonly JsonValue[]): ((value: JsonValue) => boolean) => {
    const keys = new Set(values.map((value) => canonicalize(value)));
    return (value) => keys.has(Object.is(value, -0) ? "0" : keyOf(value));
  };
  return [
    {
      keyword: "enum",
      schemaType: "array",
      compile: (values: readonly JsonValue[]) => oneOf(values),
      error: {
        message: "must be equal to one of the allowed values",
        params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
      },
    },
    {
      keyword: "const",
      compile: (value: JsonValue) => oneOf([value]),
      error: { message: "must be equal to constant" },
    },
    {
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      compile: (isWanted: boolean) => (list: readonly JsonValue[]) =>
        !isWanted || new Set(list.map(keyOf)).size === list.length,
      error: { message: "must NOT have duplicate items" },
    },
  ];
}
