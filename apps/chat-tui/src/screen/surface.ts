import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import type { Screen } from "blessed";
import type { Size } from "../view/frame.js";
import type { Cell } from "./cells.js";

/** The buffers of a screen: what is wanted, and what the terminal shows. */
export interface Surface {
  readonly wanted: readonly Cell[][];
  readonly shown: readonly Cell[][];
  /** Both buffers anew, blank, in a size. */
  reset(size: Size): void;
  /** Has the draw function compare the buffers. */
  render(): void;
  destroy(): void;
}

/**
 * A blessed screen between a keyboard that types nothing and a terminal that shows nothing: blessed keeps the buffers, while what
 * reaches the real terminal, and what is read from it, is ours. Loads blessed on the first call.
 */
export async function openSurface(
  size: Size,
  draw: (wanted: readonly Cell[][], shown: readonly Cell[][]) => void,
): Promise<Surface> {
  const { default: blessed } = await import("blessed");
  // Newer terminfo than blessed can parse makes it complain on standard error: it reads none but its own.
  const usr = join(dirname(createRequire(import.meta.url).resolve("blessed/package.json")), "usr");
  blessed.Tput.ipaths.splice(0, Number.POSITIVE_INFINITY, usr);

  const output = new NoTerminal(size);
  const screen = blessed.screen({
    input: new NoKeyboard(),
    output,
    terminal: "xterm-256color",
    forceUnicode: true,
    fullUnicode: true,
  });
  forgetProcessListeners(blessed.Screen);
  screen.draw = () => draw(screen.lines, screen.olines);
  return new BlessedSurface(screen, output);
}

class BlessedSurface implements Surface {
  readonly #screen: Screen;
  readonly #output: NoTerminal;

  constructor(screen: Screen, output: NoTerminal) {
    this.#screen = screen;
    this.#output = output;
  }

  get wanted(): readonly Cell[][] {
    return this.#screen.lines;
  }

  get shown(): readonly Cell[][] {
    return this.#screen.olines;
  }

  reset(size: Size): void {
    this.#output.resize(size);
    this.#screen.alloc();
  }

  render(): void {
    this.#screen.render();
  }

  destroy(): void {
    this.#screen.destroy();
  }
}

/** blessed would end the process with 0 on SIGTERM: who owns the process is the terminal session. */
function forgetProcessListeners(listeners: typeof import("blessed").default.Screen): void {
  const { _exceptionHandler, _exitHandler, _sigtermHandler, _sigintHandler, _sigquitHandler } =
    listeners;
  if (_exceptionHandler !== undefined) process.off("uncaughtException", _exceptionHandler);
  if (_exitHandler !== undefined) process.off("exit", _exitHandler);
  if (_sigtermHandler !== undefined) process.off("SIGTERM", _sigtermHandler);
  if (_sigintHandler !== undefined) process.off("SIGINT", _sigintHandler);
  if (_sigquitHandler !== undefined) process.off("SIGQUIT", _sigquitHandler);
}

class NoKeyboard extends Readable {
  readonly isTTY = true;
  readonly isRaw = true;

  setRawMode(): this {
    return this;
  }

  override _read(): void {}
}

class NoTerminal extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;

  constructor(size: Size) {
    super();
    this.columns = size.columns;
    this.rows = size.rows;
  }

  resize(size: Size): void {
    this.columns = size.columns;
    this.rows = size.rows;
    this.emit("resize");
  }

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}
