const SMALLEST_CAPACITY = 1024;
const EMPTY = new Uint8Array(0);

/** Collects bytes in doubling steps, so that a message that comes byte by byte costs linear time and memory. */
export class ByteBuffer {
  #bytes = EMPTY;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(part: Uint8Array): void {
    const needed = this.#length + part.length;
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#bytes.set(part, this.#length);
    this.#length = needed;
  }

  /** Hands the content over, without a copy, and starts anew. */
  take(): Uint8Array {
    const content = this.#bytes.subarray(0, this.#length);
    this.clear();
    return content;
  }

  clear(): void {
    this.#bytes = EMPTY;
    this.#length = 0;
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(SMALLEST_CAPACITY, this.#bytes.length * 2, needed));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
