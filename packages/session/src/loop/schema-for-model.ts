import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { sanitizeForModel } from "@perspt/text";

/**
 * A tool's schema without what a person could not see, in keys and texts alike (T41, T58): an instruction hides in a property's
 * description as well as in the tool's. It is what the model is shown; the arguments are checked against the schema as it was listed.
 */
export function schemaForModel(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [clean(name), valueForModel(value)]),
  );
}

function valueForModel(value: JsonValue): JsonValue {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map(valueForModel);
  return isJsonObject(value) ? schemaForModel(value) : value;
}

function clean(text: string): string {
  return sanitizeForModel(text).text;
}
