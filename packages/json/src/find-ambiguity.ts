import { jsonTokens } from "./json-tokens.js";
import { roundTrips } from "./number-literal.js";
import { type Finding, quote } from "./parse-result.js";

/**
 * The first place where two readers could read a JSON text differently: a name given twice in one object (T31), a number that does not
 * survive being read, or half of a surrogate pair (T32). One pass, without recursion.
 */
export function findAmbiguity(text: string): Finding | null {
  /** The names of each object that is open; null for an array. */
  const open: (Set<string> | null)[] = [];
  for (const token of jsonTokens(text)) {
    switch (token.kind) {
      case "open_object":
        open.push(new Set());
        break;
      case "open_array":
        open.push(null);
        break;
      case "close":
        open.pop();
        break;
      case "name": {
        const names = open.at(-1);
        const name: unknown = JSON.parse(text.slice(token.start, token.end));
        if (typeof name !== "string" || !names) break;
        if (names.has(name)) return repeatedName(name, token.start);
        names.add(name);
        if (!name.isWellFormed()) return halfPair(token.start);
        break;
      }
      case "string":
        if (holdsHalfPair(text.slice(token.start, token.end))) return halfPair(token.start);
        break;
      case "number": {
        const literal = text.slice(token.start, token.end);
        if (!roundTrips(literal)) return unstableNumber(literal, token.start);
        break;
      }
      case "word":
      case "error":
    }
  }
  return null;
}

/** The literal is decoded only where an escape may spell a half. */
function holdsHalfPair(literal: string): boolean {
  if (!literal.isWellFormed()) return true;
  if (!/\\u[dD][89a-fA-F]/.test(literal)) return false;
  const content: unknown = JSON.parse(literal);
  return typeof content === "string" && !content.isWellFormed();
}

function halfPair(offset: number): Finding {
  return {
    code: "ambiguous_json",
    offset,
    message: "Expected text of whole characters; got half of a surrogate pair.",
  };
}

function repeatedName(name: string, offset: number): Finding {
  return {
    code: "ambiguous_json",
    offset,
    message: `Expected each member once; got ${quote(name)} twice.`,
  };
}

function unstableNumber(literal: string, offset: number): Finding {
  return {
    code: "ambiguous_json",
    offset,
    message: `Expected a number that JSON readers agree on; got ${quote(literal)}, which is read as ${Number(literal)}. Write that, or pass it as text.`,
  };
}
