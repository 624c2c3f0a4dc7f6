import type { Readable, Writable } from "node:stream";
import type { Size } from "../view/frame.js";

/** A keyboard: `process.stdin` where it is a terminal. */
export interface TerminalInput extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

/** What is shown: `process.stdout` where it is a terminal. */
export interface TerminalOutput extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Where it has one, what must be out before the process ends is written to it directly. */
  readonly fd?: number;
}

/** A terminal that tells no size, or none yet, is taken for the usual one. */
export function sizeOf({ columns, rows }: TerminalOutput): Size {
  return {
    columns: columns === undefined || columns < 1 ? 80 : columns,
    rows: rows === undefined || rows < 1 ? 24 : rows,
  };
}
