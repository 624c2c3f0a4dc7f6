/** A character has no more: a longer run of them is no cut character, and is shown. */
const MAX_CONTINUATION_BYTES = 3;

/** Keeps the last bytes of a child's standard error in a ring, whatever the amount (I4, T11). */
export class StderrTail {
  readonly #ring: Uint8Array;
  #total = 0;

  constructor(maxBytes: number) {
    this.#ring = new Uint8Array(maxBytes);
  }

  push(chunk: Uint8Array): void {
    const size = this.#ring.length;
    if (size === 0) return;
    const kept = chunk.subarray(Math.max(0, chunk.length - size));
    const start = (this.#total + chunk.length - kept.length) % size;
    const beforeWrap = Math.min(kept.length, size - start);
    this.#ring.set(kept.subarray(0, beforeWrap), start);
    this.#ring.set(kept.subarray(beforeWrap), 0);
    this.#total += chunk.length;
  }

  /** The tail as text. It never begins or ends inside a character; bytes that are no UTF-8 become U+FFFD. */
  text(): string {
    return new TextDecoder().decode(this.#wholeCharacters(), { stream: true });
  }

  #wholeCharacters(): Uint8Array {
    const size = this.#ring.length;
    if (this.#total <= size) return this.#ring.subarray(0, this.#total);
    const start = this.#total % size;
    const bytes = new Uint8Array(size);
    bytes.set(this.#ring.subarray(start), 0);
    bytes.set(this.#ring.subarray(0, start), size - start);
    const cutOff = bytes.findIndex((byte) => !isContinuation(byte));
    const leading = cutOff === -1 ? size : cutOff;
    return bytes.subarray(leading <= MAX_CONTINUATION_BYTES ? leading : 0);
  }
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}
