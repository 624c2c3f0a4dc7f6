import { ByteBuffer } from "../shared/byte-buffer.js";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Receives what the splitter finds, synchronously and in order. */
export interface LineSink {
  /** A line within the cap, without its terminator; the bytes stay valid. */
  line(bytes: Uint8Array): void;
  /** A piece of a line beyond the cap. The first piece is all of the line so far. */
  oversizePart(bytes: Uint8Array): void;
  /** The oversize line is over. */
  oversizeEnd(): void;
}

/** Cuts a byte stream into lines ended by LF or CRLF, never holding more than one line's cap (I2, T13). Pure. */
export class LineSplitter {
  readonly #maxLineBytes: number;
  readonly #sink: LineSink;
  readonly #partial = new ByteBuffer();
  #isOversize = false;
  #isStopped = false;

  constructor(maxLineBytes: number, sink: LineSink) {
    this.#maxLineBytes = maxLineBytes;
    this.#sink = sink;
  }

  /** Takes the next piece of the stream. */
  push(chunk: Uint8Array): void {
    let start = 0;
    while (!this.#isStopped && start < chunk.length) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) {
        this.#continueLine(chunk.subarray(start));
        return;
      }
      this.#endLine(chunk.subarray(start, end));
      start = end + 1;
    }
  }

  /** Nothing more is reported, not even the rest of the chunk being pushed. */
  stop(): void {
    this.#isStopped = true;
    this.#partial.clear();
  }

  #continueLine(part: Uint8Array): void {
    if (!this.#isOversize && this.#partial.length + part.length <= this.#maxLineBytes) {
      this.#partial.append(part);
    } else {
      this.#passOversize(part);
    }
  }

  #endLine(part: Uint8Array): void {
    if (this.#isOversize || this.#partial.length + part.length > this.#maxLineBytes) {
      this.#passOversize(part);
      this.#isOversize = false;
      if (!this.#isStopped) this.#sink.oversizeEnd();
      return;
    }
    if (this.#partial.length === 0) {
      this.#sink.line(withoutCarriageReturn(part));
      return;
    }
    this.#partial.append(part);
    this.#sink.line(withoutCarriageReturn(this.#partial.take()));
  }

  #passOversize(part: Uint8Array): void {
    if (!this.#isOversize) {
      this.#isOversize = true;
      if (this.#partial.length > 0) this.#sink.oversizePart(this.#partial.take());
    }
    if (!this.#isStopped && part.length > 0) this.#sink.oversizePart(part);
  }
}

function withoutCarriageReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}
