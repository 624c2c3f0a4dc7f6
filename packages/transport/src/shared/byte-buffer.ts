const SMALLEST_CAPACITY = 1024;
/** Pieces of at least this length are kept as they came; copying them would cost more than remembering where they are. */
const KEPT_AS_IS = 4096;
const EMPTY = new Uint8Array(0);

/**
 * Collects bytes: long pieces by reference, and copied together once, when they are taken; short ones in doubling steps, so that a
 * message that comes byte by byte costs linear time and memory. What was appended must not be changed any more.
 */
export class ByteBuffer {
  #pieces: Uint8Array[] = [];
  /** Short pieces, after all of `#pieces`. */
  #tail = EMPTY;
  #tailLength = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(part: Uint8Array): void {
    this.#length += part.length;
    if (part.length >= KEPT_AS_IS) {
      this.#endTail();
      this.#pieces.push(part);
      return;
    }
    const needed = this.#tailLength + part.length;
    if (needed > this.#tail.length) this.#growTail(needed);
    this.#tail.set(part, this.#tailLength);
    this.#tailLength = needed;
  }

  /** Hands the content over, in one piece, and starts anew. */
  take(): Uint8Array {
    this.#endTail();
    const [first = EMPTY] = this.#pieces;
    const content = this.#pieces.length > 1 ? Buffer.concat(this.#pieces, this.#length) : first;
    this.clear();
    return content;
  }

  clear(): void {
    this.#pieces = [];
    this.#tail = EMPTY;
    this.#tailLength = 0;
    this.#length = 0;
  }

  #endTail(): void {
    if (this.#tailLength > 0) this.#pieces.push(this.#tail.subarray(0, this.#tailLength));
    this.#tail = EMPTY;
    this.#tailLength = 0;
  }

  #growTail(needed: number): void {
    const larger = new Uint8Array(Math.max(SMALLEST_CAPACITY, this.#tail.length * 2, needed));
    larger.set(this.#tail.subarray(0, this.#tailLength));
    this.#tail = larger;
  }
}
