import type { FormValue } from "@perspt/elicitation";
import { isJsonObject, type JsonValue, parseStrict } from "@perspt/json";
import { sanitizeForTerminal } from "@perspt/text";
import type { FormContent } from "./slash-command.js";

export type FormContentReading =
  | { readonly kind: "content"; readonly content: FormContent }
  | { readonly kind: "unreadable"; readonly message: string };

const EXAMPLE = 'such as /mcp accept {"name":"value"}';

/**
 * A form's answer as a person typed it: one JSON object whose values are texts, numbers, booleans or lists of texts (F4). Which fields
 * there have to be is the server's to judge. Pure and total.
 */
export function readFormContent(text: string): FormContentReading {
  const reading = parseStrict(text);
  if (reading.kind === "rejected") {
    return unreadable(`Expected a JSON object, ${EXAMPLE}. ${reading.problem.message}`);
  }
  if (!isJsonObject(reading.value)) return unreadable(`Expected a JSON object, ${EXAMPLE}.`);
  const content: Record<string, FormValue> = {};
  for (const [field, value] of Object.entries(reading.value)) {
    const read = formValue(value);
    if (read === null) {
      return unreadable(
        `The value of ${JSON.stringify(sanitizeForTerminal(field, { maxLength: 60 }))} has to be a text, a number, true, false or a list of texts.`,
      );
    }
    content[field] = read;
  }
  return { kind: "content", content };
}

function formValue(value: JsonValue): FormValue | null {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  if (!Array.isArray(value)) return null;
  const texts = value.filter((entry) => typeof entry === "string");
  return texts.length === value.length ? texts : null;
}

function unreadable(message: string): FormContentReading {
  return { kind: "unreadable", message };
}
