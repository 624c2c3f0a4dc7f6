import type { JsonObject, JsonValue } from "@perspt/json";
import type { SamplingAnswer, SamplingBlock } from "./sampling-provider.js";

/** A sampled answer as the protocol spells it: a lone block stands by itself, and a use of a tool says so (A8). */
export function samplingResponse(
  answer: Extract<SamplingAnswer, { readonly kind: "sampled" }>,
): JsonValue {
  const blocks = answer.content.map(spellBlock);
  const usesTool = answer.content.some((block) => block.type === "tool_use");
  const [first] = blocks;
  return {
    role: "assistant",
    content: blocks.length === 1 && !usesTool && first !== undefined ? first : blocks,
    model: answer.model,
    stopReason: usesTool ? "toolUse" : answer.stopReason,
  };
}

function spellBlock(block: SamplingBlock): JsonObject {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "tool_use":
      return { type: "tool_use", id: block.id, name: block.name, input: block.input };
  }
}
