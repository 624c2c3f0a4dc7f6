import type { ElicitationAnswer, ElicitationRequest } from "@perspt/elicitation";
import type { JsonValue } from "@perspt/json";

/**
 * An answer as the protocol spells it. Content belongs to an accepted form alone (F5). Content that a form cannot hold is a fault of the
 * provider, and is sent as no answer (F4).
 */
export function elicitationResponse(
  kind: ElicitationRequest["kind"],
  answer: ElicitationAnswer,
): JsonValue {
  switch (answer.action) {
    case "decline":
    case "cancel":
      return { action: answer.action };
    case "accept": {
      if (kind === "url") return { action: "accept" };
      const content = formContent(answer.content ?? {});
      return content === null ? { action: "cancel" } : { action: "accept", content };
    }
  }
}

/** The content as JSON, or null where it holds what no form's answer holds. Checked, because providers are other people's code. */
function formContent(content: unknown): Readonly<Record<string, JsonValue>> | null {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return null;
  const fields: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(content)) {
    if (!isFormValue(value)) return null;
    fields.push([name, value]);
  }
  return Object.fromEntries(fields);
}

function isFormValue(value: unknown): value is JsonValue {
  if (typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}
