import type { ArgumentValue, ProposedArguments } from "./proposal.js";

/** A declared field that the arguments do not fill as its selector or binding needs. */
export interface UnresolvedField {
  readonly field: string;
  /** A sentence's end that follows the field's name: `is absent`. */
  readonly because: string;
}

export type FieldReading<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "unresolved"; readonly unresolved: UnresolvedField };

/** Own members only: an argument called `constructor` is an argument, and a missing one is missing (T33, T47). */
export function readField(
  arguments_: ProposedArguments["value"],
  field: string,
): FieldReading<ArgumentValue> {
  const value = Object.hasOwn(arguments_, field) ? arguments_[field] : undefined;
  if (value === undefined) return unresolvedField(field, "is absent");
  if (value === null) return unresolvedField(field, "is null");
  return { kind: "value", value };
}

/** A string, or every element of a list of strings (T48). */
export function readStrings(
  arguments_: ProposedArguments["value"],
  field: string,
): FieldReading<readonly string[]> {
  const reading = readField(arguments_, field);
  if (reading.kind === "unresolved") return reading;
  if (typeof reading.value === "string") return { kind: "value", value: [reading.value] };
  return readStringList(reading.value, field);
}

export function readStringList(
  value: ArgumentValue,
  field: string,
): FieldReading<readonly string[]> {
  if (!Array.isArray(value)) return unresolvedField(field, "is neither text nor a list of texts");
  const texts = value.filter((element) => typeof element === "string");
  if (texts.length !== value.length)
    return unresolvedField(field, "holds an element that is not text");
  if (texts.length === 0) return unresolvedField(field, "is an empty list");
  return { kind: "value", value: texts };
}

export function unresolvedField(
  field: string,
  because: string,
): { readonly kind: "unresolved"; readonly unresolved: UnresolvedField } {
  return { kind: "unresolved", unresolved: { field, because } };
}
