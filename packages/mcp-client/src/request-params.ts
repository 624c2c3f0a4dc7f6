import type { JsonObject } from "@perspt/json";
import type { McpRequest } from "./mcp-client.js";

/** A request as JSON-RPC spells it. */
export interface SpelledRequest {
  readonly method: string;
  /** Without `_meta`, which the SDK adds. */
  readonly params: JsonObject;
}

/** Pure: the method and parameters that a request has on the wire. */
export function spellRequest(request: McpRequest): SpelledRequest {
  switch (request.kind) {
    case "tool":
      return {
        method: "tools/call",
        // Always an object, also for a tool without arguments (report 23).
        params: { name: request.tool.name, arguments: request.arguments },
      };
    case "resources_list":
      return { method: "resources/list", params: page(request.cursor) };
    case "resource_templates_list":
      return { method: "resources/templates/list", params: page(request.cursor) };
    case "prompts_list":
      return { method: "prompts/list", params: page(request.cursor) };
    case "resource_read":
      return { method: "resources/read", params: { uri: request.uri } };
    case "prompt_get":
      return {
        method: "prompts/get",
        params: { name: request.name, arguments: Object.fromEntries(request.arguments) },
      };
    case "complete":
      return {
        method: "completion/complete",
        params: {
          ref:
            request.reference.kind === "prompt"
              ? { type: "ref/prompt", name: request.reference.name }
              : { type: "ref/resource", uri: request.reference.uriTemplate },
          argument: { ...request.argument },
          ...(request.context.size === 0
            ? {}
            : { context: { arguments: Object.fromEntries(request.context) } }),
        },
      };
  }
}

/** An empty string is a cursor; only its absence is none (G1). */
function page(cursor: string | null): JsonObject {
  return cursor === null ? {} : { cursor };
}
