import { writeSync } from "node:fs";
import { errnoCode } from "./errno-code.js";
import type { TerminalOutput } from "./terminal-streams.js";

/** How long a terminal that is full may hold up the end of the process. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 5;

/** "gone": nobody will ever read it. */
export type WriteResult = "written" | "gone";

/** Writes to a terminal even while what others write to its stream is captured: made before that begins. */
export class TerminalWriter {
  readonly #output: TerminalOutput;
  readonly #write: (text: string) => boolean;

  constructor(output: TerminalOutput) {
    this.#output = output;
    this.#write = output.write.bind(output);
  }

  /** Says whether the terminal takes more at once; its stream tells of "drain" otherwise. */
  write(text: string): boolean {
    return this.#write(text);
  }

  /** Writes before anything else can happen, so that it is out even if the process ends next. Never throws. */
  writeNow(text: string): WriteResult {
    const { fd, destroyed } = this.#output;
    if (fd !== undefined) return writeToDescriptor(fd, Buffer.from(text, "utf8"));
    if (destroyed) return "gone";
    this.#write(text);
    return "written";
  }
}

function writeToDescriptor(descriptor: number, bytes: Buffer): WriteResult {
  const deadline = performance.now() + PATIENCE_MS;
  for (let offset = 0; offset < bytes.length; ) {
    try {
      offset += writeSync(descriptor, bytes, offset);
    } catch (error) {
      if (errnoCode(error) !== "EAGAIN") return "gone";
      // Somebody made the descriptor non-blocking, and the terminal is slow.
      if (performance.now() > deadline) return "written";
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  return "written";
}
