import { isJsonObject, type JsonObject, type JsonValue, readParameterHeaders } from "@perspt/json";
import { encodeHeaderValue } from "@perspt/transport";

export type MirroredArguments =
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>> }
  /** An integer that not every reader would take for the same number (H8). */
  | { readonly kind: "unsafe_integer"; readonly path: readonly string[] }
  /** The tool's schema asks for headers in a way that makes the tool one to leave out (H7). */
  | { readonly kind: "invalid_parameter_header"; readonly problem: string };

/**
 * The `Mcp-Param-…` headers that a tool's schema asks for: each annotated argument at its exact place, text as it is, whole numbers in
 * decimal, booleans as words, and nothing for null or absent ones (H6). Pure; linear in schema and value.
 */
export function mirrorArguments(
  inputSchema: JsonObject,
  argumentsValue: JsonObject,
): MirroredArguments {
  const reading = readParameterHeaders(inputSchema);
  if (reading.kind === "rejected") {
    return { kind: "invalid_parameter_header", problem: reading.problem };
  }
  const headers: Record<string, string> = {};
  for (const { name, path } of reading.headers) {
    const argument = memberAt(argumentsValue, path);
    const text = headerText(argument);
    if (text === null) continue;
    if (typeof argument === "number" && !Number.isSafeInteger(argument)) {
      return { kind: "unsafe_integer", path };
    }
    headers[`Mcp-Param-${name}`] = encodeHeaderValue(text);
  }
  return { kind: "headers", headers };
}

function memberAt(value: JsonObject, path: readonly string[]): JsonValue | undefined {
  let member: JsonValue | undefined = value;
  for (const name of path) {
    if (!isJsonObject(member) || !Object.hasOwn(member, name)) return undefined;
    member = member[name];
  }
  return member;
}

function headerText(value: JsonValue | undefined): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
