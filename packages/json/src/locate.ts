import { pointerTo } from "./json-pointer.js";
import { jsonTokens } from "./json-tokens.js";
import type { Finding, JsonProblem } from "./parse-result.js";
import { quote } from "./parse-result.js";

const LONGEST_POINTER = 512;

/** A finding as it is reported, with the pointer of its place. */
export function located(text: string, finding: Finding): JsonProblem {
  return { ...finding, path: pointerAt(text, finding.offset) };
}

/** What is wrong with a text that `JSON.parse` does not accept. */
export function syntaxFinding(text: string): Finding {
  for (const token of jsonTokens(text)) {
    if (token.kind !== "error") continue;
    const { expected, start } = token;
    const got = start < text.length ? quote(text.slice(start)) : "the end of the text";
    return {
      code: "invalid_json",
      offset: start,
      message: `Expected ${expected} at character ${start + 1}; got ${got}.`,
    };
  }
  return { code: "invalid_json", offset: 0, message: "Expected JSON; got text that is not." };
}

/** Pointer of the member or element that is being read at an offset; null when it is very long. */
function pointerAt(text: string, offset: number): string | null {
  const steps: (string | number | null)[] = [];
  for (const token of jsonTokens(text)) {
    const last = steps.at(-1);
    if (token.kind === "name") {
      if (token.start > offset) break;
      steps[steps.length - 1] = memberName(text.slice(token.start, token.end));
      continue;
    }
    const startsValue = token.kind !== "close" && token.kind !== "error";
    if (token.start > offset) break;
    if (startsValue && typeof last === "number") steps[steps.length - 1] = last + 1;
    if (token.start === offset) break;
    if (token.kind === "open_object") steps.push(null);
    else if (token.kind === "open_array") steps.push(-1);
    else if (token.kind === "close") steps.pop();
  }
  let pointer = "";
  for (const step of steps) {
    if (step === null || step === -1) break;
    pointer = pointerTo(pointer, step);
    if (pointer.length > LONGEST_POINTER) return null;
  }
  return pointer;
}

function memberName(literal: string): string {
  const name: unknown = JSON.parse(literal);
  return String(name);
}
