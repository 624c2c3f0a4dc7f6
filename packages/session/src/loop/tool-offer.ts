import type { OfferedOperation } from "@perspt/host";
import type { ModelTool } from "@perspt/models";
import { sanitizeForModel } from "@perspt/text";
import { schemaForModel } from "./schema-for-model.js";

/** Longest description that a model is given of one tool, in bytes (T41). */
export const MAX_DESCRIPTION_BYTES = 1024;

/** What is offered to a model in one round, by the name that it knows each operation by. */
export interface ToolOffer {
  readonly tools: readonly ModelTool[];
  /** The operation that a name stood for when it was offered. */
  find(name: string): OfferedOperation | null;
}

/** The admitted operations as tools. A server's words about its own tool are cleaned and cut; they are data, whatever they say. */
export function offerTools(operations: readonly OfferedOperation[]): ToolOffer {
  const byAlias = new Map(operations.map((operation) => [operation.alias, operation]));
  return {
    tools: operations.map(({ alias, description, inputSchema }) => ({
      name: alias,
      description: sanitizeForModel(description, { maxBytes: MAX_DESCRIPTION_BYTES }).text,
      inputSchema: schemaForModel(inputSchema),
    })),
    find: (name) => byAlias.get(name) ?? null,
  };
}
