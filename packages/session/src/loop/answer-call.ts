import type { GovernedOutcome } from "@perspt/host";
import type { ModelJsonObject, ToolAnswer } from "@perspt/models";
import type { ModelPart } from "../model-result/model-result.js";
import { toModelResult } from "../model-result/to-model-result.js";
import type { ToolCallPart } from "./turn-collector.js";

/** A governed call's end as the answer in the tool role: one typed envelope that says where its contents are from (T60). */
export function answerOf(call: ToolCallPart, { operation, outcome }: GovernedOutcome): ToolAnswer {
  const result = toModelResult({ operation, outcome });
  const { note, code, parts, removedCharacters, omittedBytes } = result;
  const media = parts.flatMap((part) =>
    part.type === "image" ? [{ mimeType: part.mimeType, data: part.data }] : [],
  );
  return {
    id: call.id,
    name: call.name,
    status: outcome.kind === "completed" ? "ok" : "error",
    media,
    output: {
      operation,
      outcome: outcome.kind,
      source: outcome.kind === "refused" ? "policy" : "untrusted_tool_output",
      ...(note === null ? {} : { note }),
      ...(code === null ? {} : { code }),
      content: parts.map(contentOf),
      ...(removedCharacters === 0 ? {} : { removedCharacters }),
      ...(omittedBytes === 0 ? {} : { omittedBytes }),
    },
  };
}

/** An image goes beside the envelope; a sound is told of, because few models hear. */
function contentOf(part: ModelPart): ModelJsonObject {
  switch (part.type) {
    case "image":
      return { type: "image", mimeType: part.mimeType, bytes: part.bytes };
    case "audio":
      return { type: "audio", mimeType: part.mimeType, bytes: part.bytes };
    case "text":
    case "json":
    case "resource_link":
    case "resource":
    case "omitted":
      return { ...part };
  }
}

/** Why a call was never proposed to the host; told to the model alone. */
export type UnmadeCallCode = "turn_ended" | "too_many_calls" | "arguments_not_kept";

/** The answer to a call that was never proposed to the host. */
export function refusedAnswer(call: ToolCallPart, code: UnmadeCallCode, note: string): ToolAnswer {
  const output = { operation: call.name, outcome: "refused", source: "policy", code, note };
  return { id: call.id, name: call.name, status: "error", media: [], output };
}
