/** Keeps the beginning and the end of a stream of bytes, and counts what lay between. */
export class HeadAndTail {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#half = Math.max(1, Math.floor(maxBytes / 2));
  }

  add(chunk: Buffer): void {
    const room = this.#half - this.#headBytes;
    if (room > 0) {
      const kept = Buffer.from(chunk.subarray(0, room));
      this.#head.push(kept);
      this.#headBytes += kept.length;
    }
    const rest = room > 0 ? chunk.subarray(room) : chunk;
    if (rest.length === 0) return;
    this.#tail.push(Buffer.from(rest.subarray(-this.#half)));
    this.#dropped += Math.max(0, rest.length - this.#half);
    this.#tailBytes += Math.min(rest.length, this.#half);
    if (this.#tailBytes > 2 * this.#half) this.#trim();
  }

  /** What was kept, as text; bytes that are no UTF-8 are replaced. */
  take(): { readonly text: string; readonly droppedBytes: number } {
    this.#trim();
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (this.#dropped === 0) {
      return { text: Buffer.concat([head, tail]).toString("utf8"), droppedBytes: 0 };
    }
    const gap = `\n[… ${this.#dropped} bytes left out …]\n`;
    return {
      text: `${head.toString("utf8")}${gap}${tail.toString("utf8")}`,
      droppedBytes: this.#dropped,
    };
  }

  #trim(): void {
    const all = Buffer.concat(this.#tail);
    const kept = Buffer.from(all.subarray(-this.#half));
    this.#dropped += all.length - kept.length;
    this.#tail = [kept];
    this.#tailBytes = kept.length;
  }
}
