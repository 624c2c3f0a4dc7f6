import type { FuncKeywordDefinition } from "ajv";
import type { JsonValue } from "./json-value.js";
import type { MeteredEquality } from "./metered-equality.js";

/** Ajv's tag for templates of code: Ajv itself is loaded later than this file. */
type CodeTemplate = typeof import("ajv")._;

/** Ajv's definition of a keyword, with one name. */
type EqualityKeyword = FuncKeywordDefinition & { readonly keyword: string };

/**
 * `enum`, `const` and `uniqueItems`. Ajv's own compare every two elements of a list, which a long list makes quadratic, and call
 * `valueOf` of a stranger's objects.
 */
export function equalityKeywords(
  { areEqual, areDistinct }: MeteredEquality,
  _: CodeTemplate,
): readonly EqualityKeyword[] {
  const oneOf = (values: readonly JsonValue[]): ((value: JsonValue) => boolean) => {
    const primitives = new Set(values.filter((value) => !isContainer(value)));
    const containers = values.filter(isContainer);
    return (value) =>
      isContainer(value)
        ? containers.some((container) => areEqual(container, value))
        : primitives.has(value);
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
        !isWanted || areDistinct(list),
      error: { message: "must NOT have duplicate items" },
    },
  ];
}

function isContainer(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}
