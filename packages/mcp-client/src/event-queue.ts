import type { McpServerEvent } from "./server-event.js";

/** Most events that wait for their reader; older ones are dropped (T70). */
export const MAX_QUEUED_EVENTS = 1024;

/** Events on their way to one reader. Bounded: a server that floods loses its own oldest events, and the reader is told how many. */
export class EventQueue implements AsyncIterable<McpServerEvent> {
  #waiting: McpServerEvent[] = [];
  #dropped = 0;
  #ended = false;
  #wake: (() => void) | null = null;

  push(event: McpServerEvent): void {
    if (this.#ended) return;
    if (this.#waiting.length >= MAX_QUEUED_EVENTS) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** The reader gets what waits, and then the end. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<McpServerEvent> {
    while (true) {
      if (this.#dropped > 0) {
        const count = this.#dropped;
        this.#dropped = 0;
        yield { type: "dropped", count };
      }
      const event = this.#waiting.shift();
      if (event !== undefined) {
        yield event;
      } else if (this.#ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = null;
      }
    }
  }
}
