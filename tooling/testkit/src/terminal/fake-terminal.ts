import { Readable, Writable } from "node:stream";
import { TerminalModel, type TerminalSize } from "./terminal-model.js";

/** A keyboard and a screen for a program in this process, and the terminal behind them. */
export class FakeTerminal extends TerminalModel {
  readonly input: FakeKeyboard = new FakeKeyboard();
  readonly output: FakeScreen;

  constructor(size: TerminalSize) {
    super(size);
    this.output = new FakeScreen(size, (text, done) => this.write(text, done));
  }

  /** Types, or sends whatever a terminal sends: one read each. */
  feed(...reads: readonly (string | Uint8Array)[]): void {
    for (const read of reads) this.input.push(Buffer.from(read));
  }

  /** Pastes as a terminal with bracketed paste does. */
  paste(text: string): void {
    this.feed(`\u001b[200~${text}\u001b[201~`);
  }

  override resize(size: TerminalSize): void {
    super.resize(size);
    this.output.columns = size.columns;
    this.output.rows = size.rows;
    this.output.emit("resize");
  }
}

export class FakeKeyboard extends Readable {
  readonly isTTY = true;
  isRaw = false;

  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }

  override _read(): void {}
}

export class FakeScreen extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  /** What was written, write by write. */
  readonly writes: string[] = [];
  readonly #show: (text: string, done: () => void) => void;
  #held: (() => void)[] | null = null;

  constructor(size: TerminalSize, show: (text: string, done: () => void) => void) {
    // Any write fills it: a program that heeds backpressure waits until it was shown.
    super({ decodeStrings: false, highWaterMark: 1 });
    this.columns = size.columns;
    this.rows = size.rows;
    this.#show = show;
  }

  /** A terminal that takes nothing until it is let go. */
  hold(): void {
    this.#held ??= [];
  }

  letGo(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const show of held) show();
  }

  override _write(chunk: string | Uint8Array, _encoding: string, done: () => void): void {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    this.writes.push(text);
    const show = () => this.#show(text, done);
    if (this.#held === null) show();
    else this.#held.push(show);
  }
}
