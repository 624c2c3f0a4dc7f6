import { count, MAX_LINE_CHARACTERS, shownLine } from "./tool-bounds.js";

/** The numbered lines of one range out of a text that comes in pieces, within a bound of bytes. Holds no more than it shows. */
export class LineWindow {
  readonly #first: number;
  readonly #maxLines: number;
  #bytesLeft: number;
  readonly #shown: string[] = [];
  #isFull = false;
  /** The number of the line that is being read, and what is kept of it. */
  #number = 1;
  #line = "";
  #length = 0;
  #hasCarriageReturns = false;
  #hasEnded = false;

  constructor(first: number, maxLines: number, maxBytes: number) {
    this.#first = first;
    this.#maxLines = maxLines;
    this.#bytesLeft = maxBytes;
  }

  take(piece: string): void {
    let from = 0;
    for (;;) {
      const end = piece.indexOf("\n", from);
      this.#extend(piece.slice(from, end < 0 ? undefined : end));
      if (end < 0) return;
      if (!this.#hasCarriageReturns && end > 0 && piece[end - 1] === "\r") {
        this.#hasCarriageReturns = true;
      }
      this.#finishLine();
      from = end + 1;
    }
  }

  /** The text is over. */
  end(): void {
    if (this.#length > 0) this.#finishLine();
    this.#hasEnded = true;
  }

  /** The lines with a heading that says what they are, and how to go on. */
  tell(path: string, bytes: number): string {
    if (this.#hasEnded && this.#number === 1) return `${path} is empty.`;
    const total = this.#number - 1;
    const known = this.#hasEnded ? ` of ${total}` : "";
    if (this.#shown.length === 0) {
      return this.#hasEnded
        ? `${path} has only ${count(total, "line")}.`
        : `${path} has ${bytes} bytes, and line ${this.#first} is too far into it to be read. Use a command.`;
    }
    const last = this.#first + this.#shown.length - 1;
    const ends = this.#hasCarriageReturns ? ", CRLF line ends" : "";
    const heading = `${path}, lines ${this.#first}-${last}${known}${ends}:`;
    const more = this.#hasEnded && last >= total ? [] : [`[… go on with from_line: ${last + 1}]`];
    return [heading, ...this.#shown, ...more].join("\n");
  }

  #extend(piece: string): void {
    this.#length += piece.length;
    const room = MAX_LINE_CHARACTERS + 1 - this.#line.length;
    if (this.#isWanted() && room > 0) this.#line += piece.slice(0, room);
  }

  #finishLine(): void {
    if (this.#isWanted()) {
      const text = `${String(this.#number).padStart(6)}\t${shownLine(this.#line, this.#length)}`;
      this.#bytesLeft -= Buffer.byteLength(text) + 1;
      if (this.#bytesLeft < 0 || this.#shown.length === this.#maxLines) this.#isFull = true;
      else this.#shown.push(text);
    }
    this.#number += 1;
    this.#line = "";
    this.#length = 0;
  }

  #isWanted(): boolean {
    return this.#number >= this.#first && !this.#isFull;
  }
}
