import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MemberRequirement,
  requireMembers,
} from "@perspt/json";
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

/** Throws a `TypeError` where it is no answer: models' adapters are other people's code. */
export function requireSamplingAnswer(
  answer: SamplingAnswer | null,
): asserts answer is SamplingAnswer {
  const what = "the answer of sampling.provider.sample";
  requireMembers(what, answer, KIND);
  requireMembers(what, answer, answer?.kind === "sampled" ? SAMPLED : DENIED);
}

const isText = (value: unknown): boolean => typeof value === "string";

const isBlock = (value: unknown): boolean => {
  if (!isJsonObject(value)) return false;
  if (value["type"] === "text") return isText(value["text"]);
  const { id, name, input } = value;
  return value["type"] === "tool_use" && isText(id) && isText(name) && isJsonObject(input);
};

const KIND: readonly MemberRequirement[] = [
  {
    name: "kind",
    expected: '"sampled" or "denied"',
    holds: (value) => value === "sampled" || value === "denied",
  },
];

const STOP_REASONS: readonly unknown[] = ["endTurn", "stopSequence", "maxTokens", "toolUse"];

const SAMPLED: readonly MemberRequirement[] = [
  {
    name: "content",
    expected: 'an array of at least one block, such as [{ type: "text", text }]',
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isBlock),
  },
  { name: "model", expected: "the name of the model, a text", holds: isText },
  {
    name: "stopReason",
    expected: `one of ${STOP_REASONS.join(", ")}`,
    holds: (value) => STOP_REASONS.includes(value),
  },
];

const DENIED: readonly MemberRequirement[] = [
  { name: "code", expected: "a text", holds: isText },
  { name: "reason", expected: "a text", holds: isText },
];
