import type { InputEvent } from "../input/input-event.js";
import type { TerminalInput } from "./terminal-streams.js";

/** Turns a keyboard's bytes into events; see the input's decoder. */
export interface ByteDecoder {
  feed(chunk: Uint8Array): readonly InputEvent[];
  /** Whether it holds an ESC that may be a key, or the start of a sequence whose rest is on its way. */
  readonly isWaiting: boolean;
  /** What it holds, taken for what it is so far. */
  flush(): readonly InputEvent[];
}

/** How long the rest of an escape sequence may take. */
const ESCAPE_WAIT_MS = 50;

/** Reads a keyboard until it is stopped; `emit` is called in the order of the keys, and must not throw. */
export class InputReader {
  readonly #input: TerminalInput;
  readonly #decoder: ByteDecoder;
  readonly #emit: (event: InputEvent) => void;
  readonly #onData = (chunk: Uint8Array) => this.#read(chunk);
  #timer: NodeJS.Timeout | null = null;

  constructor(input: TerminalInput, decoder: ByteDecoder, emit: (event: InputEvent) => void) {
    this.#input = input;
    this.#decoder = decoder;
    this.#emit = emit;
    input.on("data", this.#onData);
  }

  stop(): void {
    this.#input.off("data", this.#onData);
    this.#forgetTimer();
  }

  #read(chunk: Uint8Array): void {
    this.#forgetTimer();
    this.#tell(this.#decoder.feed(chunk));
    if (!this.#decoder.isWaiting) return;
    this.#timer = setTimeout(() => this.#giveUpWaiting(), ESCAPE_WAIT_MS);
  }

  /** The rest may have arrived while the program was busy: what can be read is read first. */
  #giveUpWaiting(): void {
    const timer = this.#timer;
    setImmediate(() => {
      if (this.#timer !== timer || timer === null) return;
      this.#timer = null;
      this.#tell(this.#decoder.flush());
    });
  }

  #tell(events: readonly InputEvent[]): void {
    for (const event of events) this.#emit(event);
  }

  #forgetTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
