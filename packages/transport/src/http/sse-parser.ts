import { ByteBuffer } from "../shared/byte-buffer.js";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
const NEWLINE = Uint8Array.of(LINE_FEED);
const ASCII = new TextDecoder("latin1");

/** Receives what the parser finds, synchronously and in order. */
export interface EventSink {
  /** One event that carries data; `type` is `message` where the stream names none. The bytes are undecoded. */
  event(type: string, data: Uint8Array): void;
  /** An event or a line goes beyond the cap; nothing follows. */
  tooLarge(): void;
}

/**
 * Server-sent events from raw bytes (H13, T26): lines end in LF, CR or CRLF, cut anywhere; comments, `id` and `retry` are
 * dropped; a byte order mark may come first; an event that the stream's end cuts off never was one. Pure.
 */
export class SseParser {
  readonly #maxEventBytes: number;
  readonly #sink: EventSink;
  readonly #line = new ByteBuffer();
  readonly #data = new ByteBuffer();
  #hasData = false;
  #type = "";
  #markPosition = 0;
  #isAfterCarriageReturn = false;
  #isStopped = false;

  constructor(maxEventBytes: number, sink: EventSink) {
    this.#maxEventBytes = maxEventBytes;
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    let start = this.#skipByteOrderMark(chunk);
    while (!this.#isStopped && start < chunk.length) {
      if (this.#isAfterCarriageReturn) {
        this.#isAfterCarriageReturn = false;
        if (chunk[start] === LINE_FEED) {
          start += 1;
          continue;
        }
      }
      const end = lineEnd(chunk, start);
      this.#append(chunk.subarray(start, end));
      if (end === chunk.length) return;
      this.#isAfterCarriageReturn = chunk[end] === CARRIAGE_RETURN;
      start = end + 1;
      if (!this.#isStopped) this.#endLine();
    }
  }

  /** Nothing more is reported, not even the rest of the chunk being pushed. */
  stop(): void {
    this.#isStopped = true;
    this.#line.clear();
    this.#data.clear();
  }

  #skipByteOrderMark(chunk: Uint8Array): number {
    let start = 0;
    while (this.#markPosition < BYTE_ORDER_MARK.length && start < chunk.length) {
      if (chunk[start] !== BYTE_ORDER_MARK[this.#markPosition]) {
        // No mark after all: what looked like its beginning was text.
        this.#append(Uint8Array.from(BYTE_ORDER_MARK.slice(0, this.#markPosition)));
        this.#markPosition = BYTE_ORDER_MARK.length;
        return start;
      }
      this.#markPosition += 1;
      start += 1;
    }
    return start;
  }

  #append(part: Uint8Array): void {
    if (this.#line.length + part.length + this.#data.length > this.#maxEventBytes) {
      this.stop();
      this.#sink.tooLarge();
    } else if (part.length > 0) {
      this.#line.append(part);
    }
  }

  #endLine(): void {
    const line = this.#line.take();
    if (line.length === 0) {
      this.#endEvent();
      return;
    }
    const colon = line.indexOf(COLON);
    const field = ASCII.decode(colon === -1 ? line : line.subarray(0, colon));
    const value = colon === -1 ? line.subarray(line.length) : valueAfter(line, colon);
    if (field === "data") {
      if (this.#hasData) this.#data.append(NEWLINE);
      this.#data.append(value);
      this.#hasData = true;
    } else if (field === "event") {
      this.#type = ASCII.decode(value);
    }
  }

  #endEvent(): void {
    const type = this.#type === "" ? "message" : this.#type;
    const data = this.#data.take();
    this.#type = "";
    this.#hasData = false;
    if (data.length > 0) this.#sink.event(type, data);
  }
}

function lineEnd(chunk: Uint8Array, start: number): number {
  let end = start;
  while (end < chunk.length && chunk[end] !== LINE_FEED && chunk[end] !== CARRIAGE_RETURN) end += 1;
  return end;
}

function valueAfter(line: Uint8Array, colon: number): Uint8Array {
  return line.subarray(line[colon + 1] === SPACE ? colon + 2 : colon + 1);
}
