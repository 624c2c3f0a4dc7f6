import { pointerTo } from "./json-pointer.js";
import { roundTrips } from "./number-literal.js";

export interface Ambiguity {
  readonly message: string;
  readonly path: string;
}

interface Container {
  readonly path: string;
  /** Names so far, for an object; null for an array. */
  readonly names: Set<string> | null;
  /** The member or element that is being read. */
  step: string | number;
  expectsName: boolean;
}

const LONGEST_QUOTE = 60;

/**
 * The first place where two readers could read a JSON text differently: a name given twice, a number that does not round-trip, half of a
 * surrogate pair (T31, T32). The text must be valid JSON; it is read in one pass, without recursion.
 */
export function findAmbiguity(text: string): Ambiguity | null {
  const stack: Container[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text.charAt(index);
    const top = stack.at(-1);
    switch (character) {
      case "{":
      case "[":
        stack.push({
          path: here(top),
          names: character === "{" ? new Set() : null,
          step: 0,
          expectsName: character === "{",
        });
        index += 1;
        break;
      case "}":
      case "]":
        stack.pop();
        index += 1;
        break;
      case ",":
        if (top !== undefined) {
          if (typeof top.step === "number") top.step += 1;
          top.expectsName = top.names !== null;
        }
        index += 1;
        break;
      case '"': {
        const end = endOfString(text, index);
        const found = readString(text.slice(index, end), top);
        if (found !== null) return found;
        index = end;
        break;
      }
      default: {
        const end = endOfScalar(text, index);
        const literal = text.slice(index, end);
        if (/^[-0-9]/.test(literal) && !roundTrips(literal)) {
          return {
            path: here(top),
            message: `Expected a number that JSON readers agree on; got ${shorten(literal)}, which is read as ${Number(literal)}.`,
          };
        }
        index = end;
      }
    }
  }
  return null;
}

function readString(literal: string, top: Container | undefined): Ambiguity | null {
  const content: string = JSON.parse(literal);
  if (top?.names && top.expectsName) {
    top.expectsName = false;
    if (top.names.has(content)) {
      return {
        path: pointerTo(top.path, content),
        message: `Expected each member once; got ${shorten(JSON.stringify(content))} twice.`,
      };
    }
    top.names.add(content);
    top.step = content;
  }
  if (content.isWellFormed()) return null;
  return {
    path: here(top),
    message: "Expected text of whole characters; got half of a surrogate pair.",
  };
}

function here(container: Container | undefined): string {
  return container === undefined ? "" : pointerTo(container.path, container.step);
}

/** Index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charAt(index) !== '"') {
    index += text.charAt(index) === "\\" ? 2 : 1;
  }
  return index + 1;
}

/** Index after a number, a word, a colon or white space: everything that is no string and no bracket. */
function endOfScalar(text: string, start: number): number {
  let index = start + 1;
  if (!/[-0-9a-z]/.test(text.charAt(start))) return index;
  while (index < text.length && /[-+.0-9a-zA-Z]/.test(text.charAt(index))) index += 1;
  return index;
}

function shorten(text: string): string {
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
