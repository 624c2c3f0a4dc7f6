import { isJsonObject, type JsonObject, parseStrict, type SchemaValidator } from "@perspt/json";
import type { Refusal } from "./call-refusal.js";

/** Arguments as they reach the host: JSON text from a model or a person, or a value built in code. */
export type RawArguments =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: JsonObject };

export type ArgumentCheck =
  | { readonly kind: "ok"; readonly value: JsonObject }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Reads a call's arguments so that what is decided is what is sent: strictly parsed (T31, T32), and an object. */
export function readArguments(raw: RawArguments): ArgumentCheck {
  const parsed = parseStrict(raw.kind === "text" ? raw.text : JSON.stringify(raw.value));
  if (parsed.kind === "rejected") {
    const { code, message, path } = parsed.problem;
    const place = path === null || path === "" ? "" : ` (at ${path})`;
    return refuse({
      code,
      message: `The arguments cannot be read${place}: ${message}`,
      hint: 'Pass one JSON object, such as {"query":"x"}.',
    });
  }
  if (!isJsonObject(parsed.value)) {
    return refuse({
      code: "invalid_arguments",
      message: `Expected the arguments to be a JSON object; got ${nameOf(parsed.value)}.`,
      hint: 'Pass one JSON object, such as {"query":"x"}.',
    });
  }
  return { kind: "ok", value: parsed.value };
}

/** Reads the arguments, and holds them to the input schema. A value built in code passes through the same parser. */
export async function checkArguments(
  raw: RawArguments,
  inputSchema: JsonObject,
  validator: SchemaValidator,
): Promise<ArgumentCheck> {
  const read = readArguments(raw);
  if (read.kind === "refused") return read;
  const validation = await validator.validate({ schema: inputSchema, value: read.value });
  switch (validation.kind) {
    case "valid":
      return read;
    case "invalid": {
      const faults = validation.violations.map(
        ({ path, message }) => `${path === "" ? "the arguments" : path} ${message}`,
      );
      return refuse({
        code: "invalid_arguments",
        message: `The arguments do not fit the tool's input schema: ${faults.join("; ")}.`,
        hint: "Change the arguments.",
      });
    }
    case "invalid_schema":
      return refuse({
        code: "invalid_schema",
        message: `The tool's input schema cannot be compiled: ${validation.reason}`,
        hint: "The server has to mend its schema; until then the tool cannot be called.",
      });
  }
}

function refuse(refusal: Refusal): ArgumentCheck {
  return { kind: "refused", refusal };
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
