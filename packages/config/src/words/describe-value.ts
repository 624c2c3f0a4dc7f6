import { quote } from "@perspt/kernel";
import { isTomlTable } from "../toml/toml-value.js";
import { isSecretValue } from "./secrets.js";

/** A value of a configuration for a sentence: bounded, on one line, and not at all where it looks like a secret (T21). */
export function describeValue(value: unknown): string {
  if (typeof value === "string")
    return isSecretValue(value) ? hideValue(value) : describeText(value);
  if (typeof value === "number" || typeof value === "bigint") return `the number ${value}`;
  if (typeof value === "boolean") return String(value);
  return kindOf(value);
}

/** The kind of a value whose content must not be shown. */
export function hideValue(value: unknown): string {
  return typeof value === "string" && value === ""
    ? "an empty string"
    : `${kindOf(value)} (not shown)`;
}

function describeText(text: string): string {
  return text === "" ? "an empty string" : quote(text);
}

function kindOf(value: unknown): string {
  if (typeof value === "string") return "a string";
  if (typeof value === "number" || typeof value === "bigint") return "a number";
  if (typeof value === "boolean") return "a boolean";
  if (Array.isArray(value))
    return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  return isTomlTable(value) ? "a table" : "a date or time";
}
