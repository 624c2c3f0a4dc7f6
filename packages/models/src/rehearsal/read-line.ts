import { isModelJsonObject } from "../model-json.js";

/** What a rehearsal is told to do by what a person wrote. */
export type RehearsalStep =
  | { readonly kind: "call"; readonly operation: string; readonly arguments: string }
  | { readonly kind: "say"; readonly text: string }
  /** A line that begins like a call and cannot be one. */
  | { readonly kind: "unclear"; readonly line: string; readonly because: string };

/**
 * Reads a message line by line: `call OPERATION JSON` proposes that call (the JSON may be left out), every other line is to be answered.
 */
export function readMessage(message: string): readonly RehearsalStep[] {
  return message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readLine);
}

function readLine(line: string): RehearsalStep {
  const [, operation, rest = ""] = /^call\s+(\S+)\s*(.*)$/s.exec(line) ?? [];
  if (operation === undefined) return { kind: "say", text: line };
  const text = rest.trim() === "" ? "{}" : rest.trim();
  try {
    return isModelJsonObject(JSON.parse(text))
      ? { kind: "call", operation, arguments: text }
      : { kind: "unclear", line, because: "its arguments are not a JSON object" };
  } catch {
    return { kind: "unclear", line, because: "its arguments are not JSON" };
  }
}
