import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";

const SAMPLES: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ["integer", 7],
  ["number", 7],
  ["boolean", true],
  ["array", []],
]);

/** Some value for every property of a tool's arguments. */
export function sampleArguments(inputSchema: JsonObject): JsonObject {
  const { properties } = inputSchema;
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, sampleValue(schema)]),
  );
}

function sampleValue(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return "x";
  const { type } = schema;
  if (type === "object") return sampleArguments(schema);
  return (typeof type === "string" ? SAMPLES.get(type) : undefined) ?? "x";
}
