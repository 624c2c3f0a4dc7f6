import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { encodeHeaderValue } from "@perspt/transport";

export type ParameterHeaders =
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>> }
  /** An integer that not every reader would take for the same number (H8). */
  | { readonly kind: "unsafe_integer"; readonly path: string }
  /** A name that is no header's: admission refuses such tools, but a list that was fetched again has not been admitted (H7). */
  | { readonly kind: "illegal_header"; readonly path: string };

/** What may stand after `Mcp-Param-`: a token (RFC 9110). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * The `Mcp-Param-…` headers that a tool's schema asks for: each annotated argument at its exact place, text as it is, whole numbers in
 * decimal, booleans as words, and nothing for null or absent ones (H6). Pure; linear in schema and value.
 */
export function parameterHeaders(inputSchema: JsonObject, value: JsonObject): ParameterHeaders {
  const headers: Record<string, string> = {};
  const pending: { schema: JsonObject; value: JsonValue | undefined; path: string }[] = [
    { schema: inputSchema, value, path: "" },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { schema, value: argument, path } = next;
    const text = Object.hasOwn(schema, "x-mcp-header") ? headerText(argument) : null;
    if (text !== null) {
      const name = schema["x-mcp-header"];
      if (typeof name !== "string" || !TOKEN.test(name)) return { kind: "illegal_header", path };
      if (typeof argument === "number" && !Number.isSafeInteger(argument)) {
        return { kind: "unsafe_integer", path };
      }
      headers[`Mcp-Param-${name}`] = encodeHeaderValue(text);
    }
    const properties = schema["properties"];
    if (!isJsonObject(properties) || !isJsonObject(argument)) continue;
    for (const [property, inner] of Object.entries(properties)) {
      if (!isJsonObject(inner) || !Object.hasOwn(argument, property)) continue;
      pending.push({ schema: inner, value: argument[property], path: `${path}/${property}` });
    }
  }
  return { kind: "headers", headers };
}

function headerText(value: JsonValue | undefined): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
