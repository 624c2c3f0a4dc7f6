import { isJsonObject, type JsonValue } from "@perspt/json";
import type { AssistantPart } from "@perspt/models";

/** The parts of a turn as `recordedPart` wrote them down; what this version cannot read is left out. */
export function recordedParts(content: JsonValue): readonly AssistantPart[] {
  if (!Array.isArray(content)) return [];
  const parts: readonly JsonValue[] = content;
  return parts.flatMap((part) => readPart(part) ?? []);
}

function readPart(part: JsonValue): AssistantPart | null {
  if (!isJsonObject(part)) return null;
  const { type, text, id, name, providerData = null } = part;
  const data = isJsonObject(providerData) ? { providerData } : {};
  if (type === "text") return typeof text === "string" ? { type, text } : null;
  if (type === "reasoning") return typeof text === "string" ? { type, text, ...data } : null;
  if (type !== "tool_call" || typeof id !== "string" || typeof name !== "string") return null;
  const spelled = part["arguments"] ?? null;
  const written = typeof spelled === "string" ? spelled : JSON.stringify(spelled);
  return { type, id, name, arguments: written, ...data };
}
