import { plainText, wholeCharacters } from "../editor/plain-text.js";
import type { InputEvent } from "./input-event.js";

/** How much of a paste is kept; of the rest only the length is told. */
export const MAX_PASTE_BYTES = 1_048_576;

const END_MARKER = Buffer.from("\u001b[201~");
const ESCAPE = 0x1b;

/** Bytes between a paste's markers. They are collected in whatever pieces they come, and copied once. */
export class BracketedPaste {
  readonly #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #omittedBytes = 0;
  /** The start of an end marker, or what looks like one, at the end of what was read. */
  #tail: Uint8Array = new Uint8Array();

  /** Takes bytes up to the end marker; returns those behind it, or null where the paste goes on. */
  take(chunk: Uint8Array): Uint8Array | null {
    const bytes = Buffer.concat([this.#tail, chunk]);
    const end = bytes.indexOf(END_MARKER);
    if (end !== -1) {
      this.#keep(bytes.subarray(0, end));
      return bytes.subarray(end + END_MARKER.length);
    }
    const held = startOfMarker(bytes);
    this.#keep(bytes.subarray(0, held));
    this.#tail = bytes.subarray(held);
    return null;
  }

  /** What was pasted. */
  event(): InputEvent {
    const bytes = Buffer.concat(this.#kept);
    const end = wholeCharacters(bytes, MAX_PASTE_BYTES);
    const text = plainText(bytes.toString("utf8", 0, end));
    return { type: "paste", text, omittedBytes: this.#omittedBytes + bytes.length - end };
  }

  /** One byte more than may be used is kept: it tells whether the character before it is whole. */
  #keep(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, MAX_PASTE_BYTES + 1 - this.#keptBytes);
    if (kept.length > 0) this.#kept.push(kept);
    this.#keptBytes += kept.length;
    this.#omittedBytes += bytes.length - kept.length;
  }
}

function startOfMarker(bytes: Buffer): number {
  const from = bytes.lastIndexOf(ESCAPE);
  if (from === -1) return bytes.length;
  const tail = bytes.subarray(from);
  return tail.equals(END_MARKER.subarray(0, tail.length)) ? from : bytes.length;
}
