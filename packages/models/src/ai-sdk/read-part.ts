import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import type { FinishReason, ModelEvent } from "../model-event.js";
import { isModelJsonObject, type ModelJsonObject } from "../model-json.js";

/** What one part of the SDK's stream tells; empty for what is not of use here. Errors are the caller's. */
export function readPart(part: LanguageModelV3StreamPart): readonly ModelEvent[] {
  switch (part.type) {
    case "text-start":
      return [{ type: "text_started" }];
    case "text-delta":
      return part.delta === "" ? [] : [{ type: "text", delta: part.delta }];
    case "text-end":
      return [{ type: "text_ended" }];
    case "reasoning-start":
      return [{ type: "reasoning_started" }];
    case "reasoning-delta":
      return part.delta === "" ? [] : [{ type: "reasoning", delta: part.delta }];
    case "reasoning-end":
      return [{ type: "reasoning_ended", ...dataOf(part.providerMetadata) }];
    case "tool-call":
      // What the provider runs by itself is no call of ours.
      if (part.providerExecuted === true) return [];
      return [
        {
          type: "tool_call",
          id: part.toolCallId,
          name: part.toolName,
          arguments: part.input,
          ...dataOf(part.providerMetadata),
        },
      ];
    case "finish": {
      const { inputTokens, outputTokens } = part.usage;
      return [
        {
          type: "finished",
          reason: reasonOf(part.finishReason.unified),
          usage: {
            inputTokens: inputTokens.total ?? null,
            outputTokens: outputTokens.total ?? null,
            reasoningTokens: outputTokens.reasoning ?? null,
          },
        },
      ];
    }
    case "tool-input-start":
    case "tool-input-delta":
    case "tool-input-end":
    case "tool-approval-request":
    case "tool-result":
    case "file":
    case "source":
    case "stream-start":
    case "response-metadata":
    case "raw":
    case "error":
      return [];
  }
}

function reasonOf(
  reason: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other",
): FinishReason {
  switch (reason) {
    case "stop":
    case "length":
    case "other":
      return reason;
    case "content-filter":
      return "content_filter";
    case "tool-calls":
      return "tool_calls";
    case "error":
      return "other";
  }
}

function dataOf(metadata: unknown): { readonly providerData?: ModelJsonObject } {
  return isModelJsonObject(metadata) ? { providerData: metadata } : {};
}
