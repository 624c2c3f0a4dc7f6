import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { McpRequest } from "./mcp-client.js";

/** Most values of one completion (M1). */
export const MAX_COMPLETION_VALUES = 100;

/**
 * What is wrong with a result's shape, or null (T7, R1, N1, M1). Asks for what every reader relies on and keeps the rest as it came:
 * a block of an unknown type is opaque, not an error. Pure and total.
 */
export function resultShapeProblem(kind: McpRequest["kind"], result: JsonObject): string | null {
  switch (kind) {
    case "tool":
      return toolProblem(result);
    case "resources_list":
      return listProblem(result, "resources");
    case "resource_templates_list":
      return listProblem(result, "resourceTemplates");
    case "prompts_list":
      return listProblem(result, "prompts");
    case "resource_read":
      return everyOf(result["contents"], isContents)
        ? null
        : "contents is not a list of resources with an address and a text or a blob in Base64";
    case "prompt_get":
      return everyOf(result["messages"], isPromptMessage)
        ? null
        : "messages is not a list of what a user or an assistant said";
    case "complete":
      return completionProblem(result["completion"]);
  }
}

function toolProblem({ content, isError }: JsonObject): string | null {
  if (isError !== undefined && typeof isError !== "boolean") {
    return "isError is neither true nor false";
  }
  return everyOf(content, isBlock) ? null : "content is not a list of typed blocks";
}

function listProblem(result: JsonObject, name: string): string | null {
  const { nextCursor } = result;
  if (nextCursor !== undefined && typeof nextCursor !== "string") return "nextCursor is not text";
  return everyOf(result[name], isJsonObject) ? null : `${name} is not a list of objects`;
}

function completionProblem(completion: JsonValue | undefined): string | null {
  const values = isJsonObject(completion) ? completion["values"] : undefined;
  if (!everyOf(values, (value) => typeof value === "string")) {
    return "completion.values is not a list of texts";
  }
  return Array.isArray(values) && values.length <= MAX_COMPLETION_VALUES
    ? null
    : `completion.values holds more than ${MAX_COMPLETION_VALUES} texts`;
}

function isBlock(block: JsonValue | undefined): boolean {
  return isJsonObject(block) && typeof block["type"] === "string";
}

function isContents(contents: JsonValue): boolean {
  if (!isJsonObject(contents) || typeof contents["uri"] !== "string") return false;
  const { text, blob } = contents;
  return blob === undefined ? typeof text === "string" : isBase64(blob);
}

/** In whole groups of four, so that it can be read by any decoder; its length is bounded with its result's (R3). */
function isBase64(value: JsonValue): boolean {
  return (
    typeof value === "string" && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
  );
}

/** Only these two roles exist: nothing that a server says is a system's word (N2). */
function isPromptMessage(message: JsonValue): boolean {
  return (
    isJsonObject(message) &&
    (message["role"] === "user" || message["role"] === "assistant") &&
    isBlock(message["content"])
  );
}

function everyOf(list: JsonValue | undefined, fits: (entry: JsonValue) => boolean): boolean {
  return Array.isArray(list) && list.every(fits);
}
