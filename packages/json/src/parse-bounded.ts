import { pointerTo } from "./json-pointer.js";
import { isJsonObject, type JsonValue } from "./json-value.js";
import { nestsDeeperThan } from "./nesting-depth.js";
import { type JsonLimits, type ParseResult, rejected } from "./parse-result.js";
import { readText } from "./read-text.js";

/**
 * JSON from the wire. Size, encoding and depth are checked before `JSON.parse` sees the text (T29), and a key `__proto__` is refused
 * wherever it stands (T30). Duplicate keys and long numbers are read as `JSON.parse` reads them: use `parseStrict` for what is decided on.
 */
export function parseBounded(input: string | Uint8Array, limits: JsonLimits): ParseResult {
  const reading = readText(input, limits);
  if (reading.kind === "rejected") return reading;
  const { text } = reading;
  if (nestsDeeperThan(text, limits.maxDepth)) {
    return rejected("too_deep", `Expected JSON nested at most ${limits.maxDepth} deep; got more.`);
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return rejected("invalid_json", `Expected JSON; got text that is not: ${excerpt(text)}.`);
  }
  const forbidden = mayHoldForbiddenKey(text) ? findForbiddenKey(value) : null;
  return forbidden === null
    ? { kind: "parsed", value }
    : rejected(
        "forbidden_key",
        "Expected no member named __proto__, which could reach every object of a program; got one.",
        forbidden,
      );
}

/** False only where no spelling of `__proto__`, escapes included, can be in the text. */
function mayHoldForbiddenKey(text: string): boolean {
  return text.includes("__") || text.includes("\\u00");
}

function findForbiddenKey(root: JsonValue): string | null {
  const pending: { readonly value: JsonValue; readonly path: string }[] = [
    { value: root, path: "" },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    if (Array.isArray(value)) {
      for (const [index, element] of value.entries()) {
        if (typeof element === "object")
          pending.push({ value: element, path: pointerTo(path, index) });
      }
    } else if (isJsonObject(value)) {
      if (Object.hasOwn(value, "__proto__")) return pointerTo(path, "__proto__");
      for (const [name, member] of Object.entries(value)) {
        if (typeof member === "object")
          pending.push({ value: member, path: pointerTo(path, name) });
      }
    }
  }
  return null;
}

function excerpt(text: string): string {
  const length = 60;
  const shown = text.length > length ? `${text.slice(0, length)}…` : text;
  return JSON.stringify(shown.toWellFormed());
}
