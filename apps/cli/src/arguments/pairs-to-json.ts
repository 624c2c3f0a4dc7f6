import { type JsonValue, parseStrict } from "@perspt/json";

export type PairsReading =
  | { readonly kind: "json"; readonly text: string }
  | { readonly kind: "misused"; readonly message: string; readonly hint: string };

/** What bytes become that are not UTF-8: Node decodes the command line before a program sees it. */
const REPLACEMENT = "\ufffd";

const HINT = "Write each argument as key=value, or all of them with --args JSON.";

/**
 * `key=value` words as the text of one JSON object, in the order typed. A value that is a JSON scalar stands for it (`3`, `true`, `null`,
 * `"3"`); every other text is a string as it was typed (`012`, `9007199254740993`, `[1]`). Text, so that a key such as `__proto__` stays
 * a key (T33).
 */
export function pairsToJson(pairs: readonly string[]): PairsReading {
  const members = new Map<string, string>();
  for (const pair of pairs) {
    const end = pair.indexOf("=");
    if (end < 1) {
      return misused(`Expected an argument as key=value, received ${JSON.stringify(pair)}.`);
    }
    const key = pair.slice(0, end);
    if (isUndecodable(pair)) return undecodable(`The argument ${JSON.stringify(key)}`);
    if (members.has(key)) {
      return misused(`The argument ${JSON.stringify(key)} stands there more than once.`);
    }
    members.set(key, JSON.stringify(coerce(pair.slice(end + 1))));
  }
  const text = [...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",");
  return { kind: "json", text: `{${text}}` };
}

function coerce(text: string): JsonValue {
  // JSON allows blanks around a value; whoever typed them meant a text.
  if (text.trim() !== text) return text;
  const parsed = parseStrict(text);
  return parsed.kind === "parsed" && isScalar(parsed.value) ? parsed.value : text;
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== "object";
}

export function isUndecodable(word: string): boolean {
  return word.includes(REPLACEMENT);
}

/** Sending a replacement character in place of bytes that nobody knows would be sending what nobody wrote. */
export function undecodable(subject: string): Extract<PairsReading, { readonly kind: "misused" }> {
  return {
    kind: "misused",
    message: `${subject} holds U+FFFD, which stands for bytes that are not UTF-8: what was typed cannot be told.`,
    hint: `Write UTF-8. A U+FFFD that is meant is written as \\ufffd in --args: --args '{"key":"\\ufffd"}'.`,
  };
}

function misused(message: string): PairsReading {
  return { kind: "misused", message, hint: HINT };
}
