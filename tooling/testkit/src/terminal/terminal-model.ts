import { Unicode11Addon } from "@xterm/addon-unicode11";
import xterm from "@xterm/headless";

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface ModelCell {
  readonly text: string;
  readonly width: number;
  readonly bold: boolean;
  readonly inverse: boolean;
  /** As `#rrggbb`, as an index of the 256, or null for the default. */
  readonly colour: string | number | null;
}

/** What a terminal has switched on. */
export interface ModelModes {
  readonly alternateScreen: boolean;
  readonly bracketedPaste: boolean;
  readonly mouse: "none" | "x10" | "vt200" | "drag" | "any";
  readonly cursorShown: boolean;
  readonly applicationKeypad: boolean;
  readonly applicationCursorKeys: boolean;
  readonly synchronizedOutput: boolean;
  readonly autowrap: boolean;
}

const DEADLINE_MS = 15_000;
const LOOK_EVERY_MS = 5;

/** A terminal without a window: xterm.js with the widths of Unicode 11. */
export class TerminalModel {
  readonly #terminal: xterm.Terminal;
  #raw = "";

  constructor({ columns, rows }: TerminalSize) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    this.#terminal.loadAddon(new Unicode11Addon());
    this.#terminal.unicode.activeVersion = "11";
  }

  /** `done` is called when the terminal shows it. */
  write(text: string, done?: () => void): void {
    this.#raw += text;
    this.#terminal.write(text, done);
  }

  /** What the terminal answers to questions. */
  onReply(listener: (reply: string) => void): void {
    this.#terminal.onData(listener);
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#terminal.resize(columns, rows);
  }

  /** Every byte that was written, as text. */
  raw(): string {
    return this.#raw;
  }

  /** The rows in sight, without blank ends. */
  screen(): readonly string[] {
    const buffer = this.#terminal.buffer.active;
    return Array.from(
      { length: this.#terminal.rows },
      (_, row) =>
        buffer
          .getLine(buffer.baseY + row)
          ?.translateToString(true)
          .trimEnd() ?? "",
    );
  }

  cell(row: number, column: number): ModelCell {
    const buffer = this.#terminal.buffer.active;
    const cell = buffer.getLine(buffer.baseY + row)?.getCell(column);
    if (cell === undefined) throw new RangeError(`there is no cell at ${row}, ${column}`);
    return {
      text: cell.getChars(),
      width: cell.getWidth(),
      bold: cell.isBold() !== 0,
      inverse: cell.isInverse() !== 0,
      colour: colourOf(cell),
    };
  }

  cursor(): { readonly row: number; readonly column: number } {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  modes(): ModelModes {
    const { modes, buffer } = this.#terminal;
    return {
      alternateScreen: buffer.active.type === "alternate",
      bracketedPaste: modes.bracketedPasteMode,
      mouse: modes.mouseTrackingMode,
      // xterm.js does not tell.
      cursorShown: this.#raw.lastIndexOf("\u001b[?25h") >= this.#raw.lastIndexOf("\u001b[?25l"),
      applicationKeypad: modes.applicationKeypadMode,
      applicationCursorKeys: modes.applicationCursorKeysMode,
      synchronizedOutput: modes.synchronizedOutputMode,
      autowrap: modes.wraparoundMode,
    };
  }

  /** Settles when all that was written so far is shown. */
  async settle(): Promise<void> {
    await new Promise<void>((resolve) => this.#terminal.write("", resolve));
  }

  /** Waits for what a condition asks; rejects with the screen if it never comes. */
  async until(what: string, condition: () => boolean): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      await this.settle();
      if (condition()) return;
      if (performance.now() > deadline) throw new Error(this.#complaint(what));
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** Waits for a text anywhere on the screen. */
  async untilShown(text: string): Promise<void> {
    await this.until(JSON.stringify(text), () => this.screen().some((row) => row.includes(text)));
  }

  #complaint(what: string): string {
    const tail = JSON.stringify(this.#raw.slice(-400));
    return `waited in vain for ${what}; the screen:\n${this.screen().join("\n")}\nlast written: ${tail}`;
  }
}

function colourOf(cell: xterm.IBufferCell): string | number | null {
  if (cell.isFgRGB()) return `#${cell.getFgColor().toString(16).padStart(6, "0")}`;
  return cell.isFgPalette() ? cell.getFgColor() : null;
}
