import type { JsonObject, JsonValue } from "@perspt/json";
import { quote } from "@perspt/kernel";
import { type ClientOperationName, MAX_ARGUMENT_PAIRS } from "./client-operations.js";

/** A client operation's arguments as the request that they ask for. */
export type ClientRequest =
  | { readonly kind: "resources_list"; readonly cursor: string | null }
  | { readonly kind: "resource_templates_list"; readonly cursor: string | null }
  | { readonly kind: "resource_read"; readonly uri: string }
  | { readonly kind: "prompts_list"; readonly cursor: string | null }
  | {
      readonly kind: "prompt_get";
      readonly name: string;
      readonly arguments: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: "complete";
      readonly reference:
        | { readonly kind: "prompt"; readonly name: string }
        | { readonly kind: "resource"; readonly uriTemplate: string };
      readonly argument: { readonly name: string; readonly value: string };
      readonly context: ReadonlyMap<string, string>;
    };

export type ClientRequestReading =
  | { readonly kind: "read"; readonly request: ClientRequest }
  | {
      readonly kind: "refused";
      readonly code: "invalid_arguments";
      readonly reason: string;
    };

/** Raised while reading one member and caught once, below. */
class Unreadable extends Error {}

/**
 * Reads a client operation's arguments, with the rules that its schema cannot say: names and values pair up, and no name comes twice
 * (T74). Never throws, whatever the arguments hold; a refusal costs no call.
 */
export function readClientRequest(
  operation: ClientOperationName,
  arguments_: JsonObject,
): ClientRequestReading {
  try {
    return { kind: "read", request: read(operation, arguments_) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: "refused", code: "invalid_arguments", reason: error.message };
  }
}

function read(operation: ClientOperationName, from: JsonObject): ClientRequest {
  switch (operation) {
    case "_perspt_resources_list":
      return { kind: "resources_list", cursor: readCursor(from) };
    case "_perspt_resource_templates_list":
      return { kind: "resource_templates_list", cursor: readCursor(from) };
    case "_perspt_resource_read":
      return { kind: "resource_read", uri: readText(from, "uri") };
    case "_perspt_prompts_list":
      return { kind: "prompts_list", cursor: readCursor(from) };
    case "_perspt_prompt_get":
      return {
        kind: "prompt_get",
        name: readText(from, "name"),
        arguments: readPairs(from, "argument_names", "argument_values"),
      };
    case "_perspt_complete":
      return {
        kind: "complete",
        reference: readReference(from),
        argument: {
          name: readText(from, "argument_name"),
          value: readText(from, "argument_value"),
        },
        context: readPairs(from, "context_names", "context_values"),
      };
  }
}

function readReference(
  from: JsonObject,
): Extract<ClientRequest, { kind: "complete" }>["reference"] {
  const kind = readText(from, "reference_kind");
  const reference = readText(from, "reference");
  if (kind === "prompt") return { kind, name: reference };
  if (kind === "resource") return { kind, uriTemplate: reference };
  throw new Unreadable(`Expected reference_kind to be "prompt" or "resource"; got ${quote(kind)}.`);
}

function readCursor(from: JsonObject): string | null {
  return own(from, "cursor") === undefined ? null : readText(from, "cursor");
}

function readText(from: JsonObject, name: string): string {
  const value = own(from, name);
  if (typeof value !== "string") throw new Unreadable(`Expected the argument ${name} to be text.`);
  return value;
}

function readPairs(from: JsonObject, namesField: string, valuesField: string) {
  const names = readTexts(from, namesField);
  const values = readTexts(from, valuesField);
  if (names.length !== values.length) {
    throw new Unreadable(
      `Expected ${namesField} and ${valuesField} to be of equal length; got ${names.length} and ${values.length}.`,
    );
  }
  const pairs = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    if (pairs.has(name))
      throw new Unreadable(`Expected each name once in ${namesField}; ${quote(name)} comes twice.`);
    // A member of this name would be no member in every language that a server may be written in (T33).
    if (name === "__proto__")
      throw new Unreadable(`The name ${quote(name)} in ${namesField} is not allowed.`);
    pairs.set(name, values[index] ?? "");
  }
  return pairs;
}

function readTexts(from: JsonObject, name: string): readonly string[] {
  const value = own(from, name) ?? [];
  if (!Array.isArray(value))
    throw new Unreadable(`Expected the argument ${name} to be a list of text.`);
  if (value.length > MAX_ARGUMENT_PAIRS) {
    throw new Unreadable(
      `Expected at most ${MAX_ARGUMENT_PAIRS} entries in ${name}; got ${value.length}.`,
    );
  }
  const texts = value.filter((entry) => typeof entry === "string");
  if (texts.length !== value.length)
    throw new Unreadable(`Expected every entry of ${name} to be text.`);
  return texts;
}

function own(from: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}
