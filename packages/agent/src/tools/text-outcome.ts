import type { JsonObject } from "@perspt/json";
import type { CallOutcome } from "@perspt/mcp-client";

/** A definite end with a text for the model. A `tool_error` says so in its result too, as a server's would. */
export function textOutcome(
  kind: "completed" | "tool_error",
  text: string,
  structuredContent?: JsonObject,
): CallOutcome {
  return {
    kind,
    mayHaveRun: true,
    result: {
      content: [{ type: "text", text }],
      ...(structuredContent === undefined ? {} : { structuredContent }),
      ...(kind === "tool_error" ? { isError: true } : {}),
    },
  };
}
