import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { encodeHeaderValue } from "@perspt/transport";

export type ParameterHeaders =
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>> }
  /** An integer that not every reader would take for the same number (H8). */
  | { readonly kind: "unsafe_integer"; readonly path: string };

/**
 * The `Mcp-Param-…` headers that a tool's schema asks for: each annotated argument at its exact place, text as it is, whole numbers in
 * decimal, booleans as words, and nothing for null or absent ones (H6). Legal annotations only: policy has refused all others (H7).
 */
export function parameterHeaders(inputSchema: JsonObject, value: JsonObject): ParameterHeaders {
  const headers: Record<string, string> = {};
  const pending: { schema: JsonObject; value: JsonValue | undefined; path: string }[] = [
    { schema: inputSchema, value, path: "" },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const name = next.schema["x-mcp-header"];
    if (typeof name === "string" && name !== "") {
      if (typeof next.value === "number" && !Number.isSafeInteger(next.value)) {
        return { kind: "unsafe_integer", path: next.path };
      }
      const text = headerText(next.value);
      if (text !== null) headers[`Mcp-Param-${name}`] = encodeHeaderValue(text);
    }
    const properties = next.schema["properties"];
    if (!isJsonObject(properties) || !isJsonObject(next.value)) continue;
    for (const [property, schema] of Object.entries(properties)) {
      if (!isJsonObject(schema) || !Object.hasOwn(next.value, property)) continue;
      pending.push({ schema, value: next.value[property], path: `${next.path}/${property}` });
    }
  }
  return { kind: "headers", headers };
}

function headerText(value: JsonValue | undefined): string | null {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    default:
      return null;
  }
}
