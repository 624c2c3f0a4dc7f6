import { excerpt } from "./excerpt.js";

export type UriProblemCode = "invalid_template" | "invalid_value" | "dot_segment" | "too_long";

/** An address made of a server's template, or why there is none. */
export type UriExpansion =
  | { readonly kind: "expanded"; readonly uri: string }
  | {
      readonly kind: "refused";
      readonly code: UriProblemCode;
      readonly message: string;
    };

/** Longest template, and longest address made of one, in characters. */
export const MAX_URI_LENGTH = 8192;

/** How an operator spells and joins its values (RFC 6570, appendix A). */
interface Operator {
  readonly first: string;
  readonly separator: string;
  /** What follows the name of an empty value; null where names are left out. */
  readonly afterName: "" | "=" | null;
  /** Which characters stay as they are. */
  readonly keeps: "unreserved" | "reserved";
}

const nameless = { afterName: null, keeps: "unreserved" } as const;
const named = { afterName: "=", keeps: "unreserved" } as const;

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["", { ...nameless, first: "", separator: "," }],
  ["+", { ...nameless, first: "", separator: ",", keeps: "reserved" }],
  ["#", { ...nameless, first: "#", separator: ",", keeps: "reserved" }],
  [".", { ...nameless, first: ".", separator: "." }],
  ["/", { ...nameless, first: "/", separator: "/" }],
  [";", { ...named, first: ";", separator: ";", afterName: "" }],
  ["?", { ...named, first: "?", separator: "&" }],
  ["&", { ...named, first: "&", separator: "&" }],
]);

const EXPRESSION = /^([+#./;?&]?)([^{}]+)$/;
const VARIABLE = /^((?:\w|%[\dA-Fa-f]{2})(?:\.?(?:\w|%[\dA-Fa-f]{2}))*)(?::([1-9]\d{0,3})|\*)?$/;

/** One piece that stays, or one character that does not. */
const PIECES = {
  unreserved: /([\w.~-]+)|[\s\S]/gu,
  reserved: /(%[\dA-Fa-f]{2}|[\w.~:/?#[\]@!$&'()*+,;=-]+)|[\s\S]/gu,
} as const;

/**
 * The address that a resource template makes of values: RFC 6570 to its level 4, as far as values are text. Pure, and stricter than the
 * standard in one thing: an address whose path holds `.` or `..` as a segment, plain, percent-encoded or behind a backslash, leads out of
 * the place that its template names and is refused (R5). A variable without a value is left out. Whether the address may be read is
 * not decided here.
 */
export function expandUriTemplate(
  template: string,
  values: ReadonlyMap<string, string>,
): UriExpansion {
  if (template.length > MAX_URI_LENGTH) return tooLong();
  if (!template.isWellFormed()) return invalidTemplate("half a character");
  const [before = "", ...rest] = template.split("{");
  if (before.includes("}")) return invalidTemplate("a brace that opens nowhere");
  let uri = encode(before, "reserved");
  for (const part of rest) {
    const [expression = "", literal, ...others] = part.split("}");
    if (literal === undefined || others.length > 0) return invalidTemplate("braces without pair");
    const expansion = expand(expression, values);
    if (expansion.kind === "refused") return expansion;
    uri += expansion.uri + encode(literal, "reserved");
    if (uri.length > MAX_URI_LENGTH) return tooLong();
  }
  return holdsDotSegment(uri)
    ? refused(
        "dot_segment",
        `Expected an address without a segment . or .., which leads elsewhere; got ${excerpt(uri)}.`,
      )
    : { kind: "expanded", uri };
}

function expand(expression: string, values: ReadonlyMap<string, string>): UriExpansion {
  const [, symbol = "", list = ""] = EXPRESSION.exec(expression) ?? [];
  const operator = OPERATORS.get(symbol);
  if (operator === undefined) return invalidTemplate(excerpt(expression));
  const pieces: string[] = [];
  for (const variable of list.split(",")) {
    const [, name, length] = VARIABLE.exec(variable) ?? [];
    if (name === undefined) return invalidTemplate(excerpt(expression));
    const value = values.get(name);
    if (value === undefined) continue;
    if (!value.isWellFormed()) {
      const message = `Expected whole characters as the value of ${excerpt(name)}; got half of one.`;
      return refused("invalid_value", message);
    }
    const cut = length === undefined ? value : Array.from(value).slice(0, Number(length)).join("");
    pieces.push(spell(operator, name, cut));
  }
  const uri = pieces.length === 0 ? "" : operator.first + pieces.join(operator.separator);
  return { kind: "expanded", uri };
}

function spell({ afterName, keeps }: Operator, name: string, value: string): string {
  if (afterName === null) return encode(value, keeps);
  return `${name}${value === "" ? afterName : "="}${encode(value, keeps)}`;
}

function encode(text: string, keeps: Operator["keeps"]): string {
  return text.replace(PIECES[keeps], (piece, kept: string | undefined) =>
    kept === undefined ? percentEncode(piece) : kept,
  );
}

function percentEncode(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replace(/../g, "%$&");
}

function holdsDotSegment(uri: string): boolean {
  const [path = ""] = uri.split(/[?#]/, 1);
  return path
    .replace(/%2e/gi, ".")
    .split(/\/|\\|%2f|%5c/i)
    .some((segment) => segment === "." || segment === "..");
}

function invalidTemplate(came: string): UriExpansion {
  return refused("invalid_template", `Expected a resource template of RFC 6570; got ${came}.`);
}

function tooLong(): UriExpansion {
  return refused("too_long", `Expected at most ${MAX_URI_LENGTH} characters; got more.`);
}

function refused(
  code: Extract<UriExpansion, { readonly kind: "refused" }>["code"],
  message: string,
): UriExpansion {
  return { kind: "refused", code, message };
}
