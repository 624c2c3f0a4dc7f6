import type { JsonValue } from "@perspt/json";

/** A value that chooses between kinds, as the word it should be; empty, and so of no known kind, where it is anything else. */
export function wordIn(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
