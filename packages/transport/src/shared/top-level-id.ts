import type { RequestId } from "@modelcontextprotocol/client";
import { isRequestId } from "./inbound-frame.js";

/** Longest spelling of an id or a key that is looked at; ours are far shorter. */
const LONGEST_TOKEN = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENERS = new Set([0x7b, 0x5b]);
const CLOSERS = new Set([0x7d, 0x5d]);
const OPEN_BRACE = 0x7b;
const COLON = 0x3a;
const COMMA = 0x2c;
const WHITESPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Finds the `id` of a JSON-RPC message that is too long to parse or is no JSON, wherever in it the id stands: one pass, constant
 * memory. Servers differ in where they write it, before the payload or after.
 */
export class TopLevelIdScanner {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isKeyNext = false;
  #isIdValue = false;
  #token: number[] | null = null;
  #lastString = "";
  #found: RequestId[] = [];
  #isObject: boolean | null = null;

  /** Whether the text can still turn out to be one JSON object. */
  get mayBeObject(): boolean {
    return this.#isObject !== false;
  }

  /** The one id seen so far; null before it was seen, and where two contradict. */
  get id(): RequestId | null {
    return this.#found.length === 1 ? (this.#found[0] ?? null) : null;
  }

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#step(byte);
  }

  #step(byte: number): void {
    if (this.#isInString) this.#stepInString(byte);
    else if (this.#isObject === null) this.#stepBefore(byte);
    else this.#stepOutside(byte);
  }

  #stepBefore(byte: number): void {
    // A byte order mark may come first; its three bytes are no whitespace to JSON.
    if (WHITESPACE.has(byte) || byte === 0xef || byte === 0xbb || byte === 0xbf) return;
    this.#isObject = byte === OPEN_BRACE;
    this.#depth = 1;
    this.#isKeyNext = true;
  }

  #stepInString(byte: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#collect(byte);
    } else if (byte === BACKSLASH) {
      this.#isEscaped = true;
      this.#collect(byte);
    } else if (byte === QUOTE) {
      this.#isInString = false;
      this.#collect(byte);
      if (this.#depth === 1) this.#endString();
    } else {
      this.#collect(byte);
    }
  }

  #stepOutside(byte: number): void {
    if (byte === QUOTE) {
      this.#isInString = true;
      if (this.#depth === 1) this.#token = [byte];
    } else if (OPENERS.has(byte)) {
      this.#depth += 1;
    } else if (CLOSERS.has(byte)) {
      if (this.#depth === 1) this.#endValue();
      this.#depth -= 1;
    } else if (this.#depth === 1) {
      this.#stepAtTop(byte);
    }
  }

  #stepAtTop(byte: number): void {
    if (byte === COLON) {
      this.#isIdValue = this.#lastString === '"id"';
      this.#token = this.#isIdValue ? [] : null;
      this.#isKeyNext = false;
    } else if (byte === COMMA) {
      this.#endValue();
      this.#isKeyNext = true;
    } else if (!WHITESPACE.has(byte)) {
      this.#collect(byte);
    }
  }

  #endString(): void {
    if (!this.#isKeyNext) return;
    this.#lastString = spelling(this.#token);
    this.#token = null;
  }

  #endValue(): void {
    if (this.#isIdValue) {
      const value = parseToken(spelling(this.#token));
      if (isRequestId(value) && this.#found.length < 2) this.#found.push(value);
    }
    this.#isIdValue = false;
    this.#token = null;
  }

  #collect(byte: number): void {
    if (this.#token === null || this.#depth !== 1) return;
    this.#token.push(byte);
    if (this.#token.length > LONGEST_TOKEN) this.#token = null;
  }
}

function spelling(token: readonly number[] | null): string {
  return token === null ? "" : Buffer.from(token).toString("utf8");
}

function parseToken(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return undefined;
  }
}

/** The id of a whole message that is no usable JSON; null where none can be told. */
export function sniffId(message: Uint8Array): RequestId | null {
  const scanner = new TopLevelIdScanner();
  scanner.push(message);
  return scanner.mayBeObject ? scanner.id : null;
}
