import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { WriteVerdict } from "../mcp-transport.js";
import { failureOf, type LinkFailure } from "../shared/link-failure.js";
import { writeRefused } from "../shared/write-refused.js";
import type { RunningProgram } from "./spawn-port.js";

const PIPE_BROKEN: LinkFailure = {
  code: "connection_lost",
  message: "The server closed its standard input while a message was being written to it.",
};

/** Characters that are written at once: about what a pipe holds, so that what comes behind a full pipe can still be withdrawn. */
const MAX_WRITE_LENGTH = 64 * 1024;

/** One message on its way out. */
export interface OutboxEntry {
  readonly message: JSONRPCMessage;
  /** Called between the gate's consent and the first byte. */
  readonly begun: () => void;
  /** The pipe has taken the message in. */
  readonly written: () => void;
  /** It was refused, or the pipe broke. */
  readonly failed: (error: Error) => void;
}

/** Writes what waits as soon as the pipe takes it, and asks the gate for each message in the same turn in which its first byte is written. */
export class Outbox {
  readonly #program: RunningProgram;
  readonly #gate: (message: JSONRPCMessage) => WriteVerdict;
  #waiting: OutboxEntry[] = [];
  #isWriting = false;

  constructor(program: RunningProgram, gate: (message: JSONRPCMessage) => WriteVerdict) {
    this.#program = program;
    this.#gate = gate;
  }

  add(entry: OutboxEntry): void {
    this.#waiting.push(entry);
    if (!this.#isWriting) void this.#writeWaiting();
  }

  /** Takes a message back that was not begun; nothing of it was or will be written. */
  withdraw(message: JSONRPCMessage): void {
    this.#waiting = this.#waiting.filter((entry) => entry.message !== message);
  }

  /** Fails everything that was not begun. */
  abandon(failure: LinkFailure): void {
    for (const entry of this.#waiting.splice(0)) entry.failed(failureOf(failure, false));
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const { entries, text } = this.#beginSome();
      if (entries.length === 0) continue;
      try {
        await this.#program.write(text);
        for (const entry of entries) entry.written();
      } catch (cause) {
        const error = failureOf({ ...PIPE_BROKEN, cause }, true);
        for (const entry of entries) entry.failed(error);
      }
    }
    this.#isWriting = false;
  }

  /** What waits, as much as a pipe takes at once, each asked for and begun; the caller writes it before it does anything else. */
  #beginSome(): { readonly entries: readonly OutboxEntry[]; readonly text: string } {
    const entries: OutboxEntry[] = [];
    let text = "";
    while (text.length < MAX_WRITE_LENGTH) {
      const entry = this.#waiting.shift();
      if (entry === undefined) break;
      const line = this.#admit(entry);
      if (line === null) continue;
      entry.begun();
      entries.push(entry);
      text += line;
    }
    return { entries, text };
  }

  /** The message's line when the gate lets it pass. Spelled first, so that nothing comes between the gate and the write. */
  #admit(entry: OutboxEntry): string | null {
    try {
      const line = `${oneLine(entry.message)}\n`;
      const verdict = this.#gate(entry.message);
      if (verdict.kind === "proceed") return line;
      entry.failed(writeRefused(verdict));
    } catch (error) {
      entry.failed(error instanceof Error ? error : new Error(String(error)));
    }
    return null;
  }
}

/** JSON without a raw line end of any kind: some servers' line readers also split at U+2028 and U+2029 (I1). */
function oneLine(message: JSONRPCMessage): string {
  return JSON.stringify(message).replace(/[\u2028\u2029]/g, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
}
