import type { JsonObject } from "@perspt/json";

/** `if`, `then` and `else`. */
export function conditional(
  condition: JsonObject,
  consequence: JsonObject,
  otherwise: JsonObject,
): JsonObject {
  const parts = [condition, consequence, otherwise];
  return Object.fromEntries(
    ["if", "then", "else"].map((keyword, index) => [keyword, parts[index] ?? {}]),
  );
}
