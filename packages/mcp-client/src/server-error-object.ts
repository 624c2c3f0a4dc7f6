import { isJsonObject } from "@perspt/json";

/** True for a JSON-RPC error object: a whole number and words. */
export function isServerErrorObject(
  value: unknown,
): value is { readonly code: number; readonly message: string } {
  return (
    isJsonObject(value) &&
    Number.isSafeInteger(value["code"]) &&
    typeof value["message"] === "string"
  );
}
