/**
 * Keeps the beginning and the end of a stream of bytes within a bound: what a program says first and last tells most. Takes any amount in
 * memory of twice the bound.
 */
export class OutputWindow {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #total = 0;

  constructor(maxBytes: number) {
    this.#half = Math.max(1, Math.floor(maxBytes / 2));
  }

  take(bytes: Buffer): void {
    this.#total += bytes.length;
    const forHead = bytes.subarray(0, this.#half - this.#headBytes);
    if (forHead.length > 0) {
      // Copied: a slice would keep the whole of a larger buffer alive.
      this.#head.push(Buffer.from(forHead));
      this.#headBytes += forHead.length;
    }
    const forTail = bytes.subarray(forHead.length).subarray(-this.#half);
    if (forTail.length === 0) return;
    this.#tail.push(Buffer.from(forTail));
    this.#tailBytes += forTail.length;
    if (this.#tailBytes > this.#half * 2) this.#shorten();
  }

  /** What was kept, as text, with a line that says how much is missing where something is. */
  end(): { readonly output: string; readonly droppedBytes: number } {
    this.#shorten();
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    const droppedBytes = this.#total - head.length - tail.length;
    if (droppedBytes === 0) {
      return { output: Buffer.concat([head, tail]).toString("utf8"), droppedBytes };
    }
    const [from, to] = [withoutPartialEnd(head), withoutPartialStart(tail)];
    const missing = this.#total - from.length - to.length;
    return {
      output: `${from.toString("utf8")}\n[… ${missing} bytes left out …]\n${to.toString("utf8")}`,
      droppedBytes: missing,
    };
  }

  #shorten(): void {
    const kept = Buffer.concat(this.#tail).subarray(-this.#half);
    this.#tail = kept.length === 0 ? [] : [Buffer.from(kept)];
    this.#tailBytes = kept.length;
  }
}

/** Without the first bytes of a character whose other bytes were cut off. */
function withoutPartialEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}

/** Without the last bytes of a character whose first bytes were cut off. */
function withoutPartialStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}
