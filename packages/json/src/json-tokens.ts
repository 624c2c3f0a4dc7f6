export type JsonToken =
  | {
      readonly kind: "open_object" | "open_array" | "close" | "name" | "string" | "number" | "word";
      readonly start: number;
      readonly end: number;
    }
  /** The last token of a text that is not JSON. */
  | { readonly kind: "error"; readonly start: number; readonly expected: string };

type Expectation =
  | "value"
  | "value_or_end"
  | "name"
  | "name_or_end"
  | "colon"
  | "comma_or_end"
  | "end";

const EXPECTED: Readonly<Record<Expectation, string>> = {
  value: "a value",
  value_or_end: "a value or ]",
  name: "a member's name in double quotes",
  name_or_end: "a member's name in double quotes, or }",
  colon: "a colon",
  comma_or_end: "a comma or the end of the list or object",
  end: "the end of the text",
};

/**
 * The tokens of a JSON text (RFC 8259) with their places, one at a time and without recursion; commas and colons are left out. Slower
 * than `JSON.parse`: for texts that are decided on, and to say where a text is wrong.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const containers: ("object" | "array")[] = [];
  let expects: Expectation = "value";
  const afterValue = (): Expectation => (containers.length === 0 ? "end" : "comma_or_end");
  let index = 0;
  for (;;) {
    index = afterSpace(text, index);
    const start = index;
    const character = text.charAt(index);
    const container = containers.at(-1);
    if (character === "" && expects === "end") return;
    const mayStartValue: boolean = expects === "value" || expects === "value_or_end";
    if (mayStartValue && (character === "{" || character === "[")) {
      const opens = character === "{";
      containers.push(opens ? "object" : "array");
      expects = opens ? "name_or_end" : "value_or_end";
      index += 1;
      yield { kind: opens ? "open_object" : "open_array", start, end: index };
    } else if (
      (character === "}" && container === "object" && mayEnd(expects)) ||
      (character === "]" && container === "array" && mayEnd(expects))
    ) {
      containers.pop();
      expects = afterValue();
      index += 1;
      yield { kind: "close", start, end: index };
    } else if (character === "," && expects === "comma_or_end") {
      expects = container === "object" ? "name" : "value";
      index += 1;
    } else if (character === ":" && expects === "colon") {
      expects = "value";
      index += 1;
    } else if (character === '"' && (mayStartValue || mayStartName(expects))) {
      const end = endOfString(text, index);
      if (typeof end !== "number") {
        yield { kind: "error", start: end.at, expected: end.expected };
        return;
      }
      index = end;
      yield { kind: mayStartValue ? "string" : "name", start, end };
      expects = mayStartValue ? afterValue() : "colon";
    } else {
      const scalar = mayStartValue ? scalarAt(text, index) : null;
      if (scalar === null) {
        yield { kind: "error", start, expected: EXPECTED[expects] };
        return;
      }
      index = scalar.end;
      expects = afterValue();
      yield { kind: scalar.kind, start, end: index };
    }
  }
}

function mayEnd(expects: Expectation): boolean {
  return expects === "value_or_end" || expects === "name_or_end" || expects === "comma_or_end";
}

function mayStartName(expects: Expectation): boolean {
  return expects === "name" || expects === "name_or_end";
}

function afterSpace(text: string, from: number): number {
  let index = from;
  for (;;) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return index;
    index += 1;
  }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const WORD = /true|false|null/y;

function scalarAt(text: string, index: number): { kind: "number" | "word"; end: number } | null {
  NUMBER.lastIndex = index;
  if (NUMBER.test(text)) return { kind: "number", end: NUMBER.lastIndex };
  WORD.lastIndex = index;
  return WORD.test(text) ? { kind: "word", end: WORD.lastIndex } : null;
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Index after the closing quote, or what is wrong with the string and where. */
function endOfString(text: string, start: number): number | { at: number; expected: string } {
  let index = start + 1;
  for (;;) {
    const code = text.charCodeAt(index);
    if (Number.isNaN(code)) return { at: index, expected: 'the closing " of a text' };
    if (code === 0x22) return index + 1;
    if (code < 0x20)
      return { at: index, expected: "an escape such as \\n for a control character" };
    if (code === 0x5c) {
      ESCAPE.lastIndex = index;
      if (!ESCAPE.test(text)) return { at: index, expected: "an escape that JSON knows" };
      index = ESCAPE.lastIndex;
    } else {
      index += 1;
    }
  }
}
