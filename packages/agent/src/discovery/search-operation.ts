import type { LocalOperation, OfferedOperation } from "@perspt/host";
import { sanitizeForModel } from "@perspt/text";
import { textOutcome } from "../tools/text-outcome.js";
import { toolDefinition } from "../tools/tool-definition.js";
import { MAX_FOUND, type ToolIndex } from "./tool-index.js";

export const SEARCH_OPERATION = "local.tool_search";

/** Longest piece of a server's own description in an answer, in bytes (T41). */
const MAX_DESCRIPTION_BYTES = 300;

/** Finds operations of the person's servers, which can be called from then on. */
export function toolSearchOperation(index: ToolIndex): LocalOperation {
  const description = `Finds tools of the person's MCP servers by words; the ${MAX_FOUND} best become callable. Search before you say that something cannot be done.`;
  return {
    definition: toolDefinition({
      operation: SEARCH_OPERATION,
      description,
      properties: { query: { type: "string", minLength: 1, maxLength: 200 } },
      required: ["query"],
    }),
    policy: {
      effect: "tool_search",
      risk: "none",
      footprint: { selectors: [] },
      bindings: [],
    },
    async execute({ query }) {
      const found = index.search(typeof query === "string" ? query : "");
      return textOutcome("completed", foundText(found, index.size), {
        operations: found.map(({ operation }) => operation),
      });
    },
  };
}

function foundText(found: readonly OfferedOperation[], size: number): string {
  if (size === 0) return "No server of the person offers a tool here.";
  if (found.length === 0) return `None of the ${size} tools fits. Try other words.`;
  return found
    .map(({ alias, effect, risk, description }) => {
      const { text } = sanitizeForModel(description, { maxBytes: MAX_DESCRIPTION_BYTES });
      return `${alias} (effect ${effect}, risk ${risk})\n  its server says, unverified: ${text.replaceAll("\n", " ")}`;
    })
    .join("\n");
}
