import type { JsonObject } from "@perspt/json";
import { ToolProblem } from "./tool-problem.js";

/** The host has held arguments to the schema; these readers say so again in types, and hold for a caller without one. */
export function readText(argumentsValue: JsonObject, name: string): string {
  const value = optionalText(argumentsValue, name);
  if (value === null) throw new ToolProblem(`\`${name}\` is missing.`);
  return value;
}

export function optionalText(argumentsValue: JsonObject, name: string): string | null {
  const value = own(argumentsValue, name);
  if (value === undefined) return null;
  if (typeof value !== "string") throw new ToolProblem(`\`${name}\` must be text.`);
  return value;
}

export interface IntegerBounds {
  readonly least: number;
  readonly most: number;
}

export function optionalInteger(
  argumentsValue: JsonObject,
  name: string,
  { least, most }: IntegerBounds,
): number | null {
  const value = own(argumentsValue, name);
  if (value === undefined) return null;
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
    throw new ToolProblem(`\`${name}\` must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

export function readTexts(argumentsValue: JsonObject, name: string): readonly string[] {
  const value = own(argumentsValue, name);
  const texts = Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
  if (!Array.isArray(value) || texts.length !== value.length || texts.length === 0) {
    throw new ToolProblem(`\`${name}\` must be a list of texts that is not empty.`);
  }
  return texts;
}

function own(argumentsValue: JsonObject, name: string) {
  return Object.hasOwn(argumentsValue, name) ? argumentsValue[name] : undefined;
}
