import type { OperationDefinition } from "@perspt/host";
import { digest, type JsonObject } from "@perspt/json";

export interface ToolWords {
  /** With the namespace: `local.read`. */
  readonly operation: string;
  /** Written for a model: what it does, and its bounds. */
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

/** What runs in this process, as the host knows it: strict about its arguments, and named by the digest of what it says of itself. */
export function toolDefinition(words: ToolWords): OperationDefinition {
  const { operation, description, properties, required } = words;
  const inputSchema: JsonObject = {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required: [...required] }),
    additionalProperties: false,
  };
  return {
    operation,
    description,
    inputSchema,
    digest: digest({ name: operation, description, inputSchema }),
  };
}
