import { ByteBuffer } from "../shared/byte-buffer.js";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
const NEWLINE = Uint8Array.of(LINE_FEED);
const DATA = Buffer.from("data");
const EVENT = Buffer.from("event");
const LATIN1 = new TextDecoder("latin1");

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
      if (end === chunk.length) {
        this.#keep(chunk.subarray(start));
        return;
      }
      this.#isAfterCarriageReturn = chunk[end] === CARRIAGE_RETURN;
      // Most lines lie in one piece; a comment among them costs no more than finding its end.
      const isComment = this.#line.length === 0 && chunk[start] === COLON;
      if (!isComment) this.#completeLine(chunk.subarray(start, end));
      start = end + 1;
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
        this.#keep(Uint8Array.from(BYTE_ORDER_MARK.slice(0, this.#markPosition)));
        this.#markPosition = BYTE_ORDER_MARK.length;
        return start;
      }
      this.#markPosition += 1;
      start += 1;
    }
    return start;
  }

  /** The beginning of a line, or more of it. */
  #keep(part: Uint8Array): void {
    if (this.#admits(part)) this.#line.append(part);
  }

  #completeLine(part: Uint8Array): void {
    if (!this.#admits(part)) return;
    if (this.#line.length === 0) {
      this.#endLine(part);
      return;
    }
    this.#line.append(part);
    this.#endLine(this.#line.take());
  }

  #admits(part: Uint8Array): boolean {
    if (this.#line.length + part.length + this.#data.length <= this.#maxEventBytes) return true;
    this.stop();
    this.#sink.tooLarge();
    return false;
  }

  #endLine(line: Uint8Array): void {
    if (line.length === 0) {
      this.#endEvent();
      return;
    }
    const colon = line.indexOf(COLON);
    const nameEnd = colon === -1 ? line.length : colon;
    if (isNamed(line, nameEnd, DATA)) {
      if (this.#hasData) this.#data.append(NEWLINE);
      this.#data.append(valueAfter(line, nameEnd));
      this.#hasData = true;
    } else if (isNamed(line, nameEnd, EVENT)) {
      this.#type = LATIN1.decode(valueAfter(line, nameEnd));
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

function isNamed(line: Uint8Array, nameEnd: number, name: Uint8Array): boolean {
  return nameEnd === name.length && name.every((byte, index) => line[index] === byte);
}

/** What follows the field's name: without the colon, and without one space after it. */
function valueAfter(line: Uint8Array, nameEnd: number): Uint8Array {
  return line.subarray(line[nameEnd + 1] === SPACE ? nameEnd + 2 : nameEnd + 1);
}
