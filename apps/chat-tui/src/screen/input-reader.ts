import type { InputEvent } from "../input/input-event.js";
import type { TerminalInput } from "./terminal-streams.js";

/** Turns a keyboard's bytes into events; see the input's decoder. */
export interface ByteDecoder {
  feed(chunk: Uint8Array): readonly InputEvent[];
  /** After how many milliseconds of silence it is to be flushed; null where it holds nothing that time decides. */
  readonly waitMs: number | null;
  /** What it holds, taken for what it is so far. */
  flush(): readonly InputEvent[];
}

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
    const { waitMs } = this.#decoder;
    if (waitMs !== null) this.#timer = setTimeout(() => this.#giveUpWaiting(), waitMs);
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
