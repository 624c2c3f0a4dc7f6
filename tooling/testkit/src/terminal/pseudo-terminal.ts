import { type IPty, spawn } from "@lydell/node-pty";
import { TerminalModel, type TerminalSize } from "./terminal-model.js";

export interface PseudoTerminalOptions extends TerminalSize {
  readonly command: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
}

/** How a program ended: with a code, or by the number of a signal. */
export interface ProgramEnd {
  readonly code: number;
  readonly signal: number;
}

/** A program of its own on a real pseudo-terminal, and the terminal behind that. */
export class PseudoTerminal extends TerminalModel {
  readonly #pty: IPty;
  readonly #end: Promise<ProgramEnd>;

  constructor(options: PseudoTerminalOptions) {
    super(options);
    this.#pty = spawn(options.command, [...options.words], {
      name: options.environment["TERM"] ?? "xterm-256color",
      cols: options.columns,
      rows: options.rows,
      cwd: options.directory,
      env: options.environment,
    });
    this.#pty.onData((text) => this.write(text));
    this.#end = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal = 0 }) => resolve({ code: exitCode, signal }));
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  override resize(size: TerminalSize): void {
    super.resize(size);
    this.#pty.resize(size.columns, size.rows);
  }

  /** Settles when the program has ended; what it wrote last may be shown later. */
  ended(): Promise<ProgramEnd> {
    return this.#end;
  }

  /** Ends what is left of the program: for the end of a test. */
  kill(): void {
    try {
      this.#pty.kill("SIGKILL");
    } catch {
      // It has ended.
    }
  }
}
