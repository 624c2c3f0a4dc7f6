import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { WriteVerdict } from "../mcp-transport.js";
import { failureOf, type LinkFailure } from "../shared/link-failure.js";
import { writeRefused } from "../shared/write-refused.js";
import type { RunningProgram } from "./spawn-port.js";

const PIPE_BROKEN: LinkFailure = {
  code: "connection_lost",
  message: "The server closed its standard input while a message was being written to it.",
};

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

/** Writes messages one at a time, waiting for the pipe in between, and asks the gate right before each. */
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
    for (let entry = this.#waiting.shift(); entry !== undefined; entry = this.#waiting.shift()) {
      const line = this.#admit(entry);
      if (line === null) continue;
      try {
        entry.begun();
        await this.#program.write(line);
        entry.written();
      } catch (cause) {
        entry.failed(failureOf({ ...PIPE_BROKEN, cause }, true));
      }
    }
    this.#isWriting = false;
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
