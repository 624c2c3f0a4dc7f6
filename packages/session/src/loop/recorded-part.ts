import { ARGUMENT_LIMITS, type JsonObject, parseStrict } from "@perspt/json";
import type { AssistantPart } from "@perspt/models";
import { argumentsText } from "./call-arguments.js";

/**
 * A part of a model's turn as it is written down. A call's arguments stand as the value that they spell, so that what is named like a
 * secret in them is redacted as it is in the call's intent (T77); text that spells none stays text.
 */
export function recordedPart(part: AssistantPart): JsonObject {
  if (part.type !== "tool_call") return { ...part };
  const reading = parseStrict(argumentsText(part.arguments), ARGUMENT_LIMITS);
  return reading.kind === "parsed" ? { ...part, arguments: reading.value } : { ...part };
}
