import type { McpServerEvent } from "./server-event.js";

/** Most events that wait for their reader; older ones are dropped (T70). */
export const MAX_QUEUED_EVENTS = 1024;

/**
 * Events on their way to one reader. Bounded: a server that floods loses its own oldest events, and the reader is told how many. An event
 * that says only how things stand now takes the place of the one that said so before (P3, S12).
 */
export class EventQueue implements AsyncIterable<McpServerEvent> {
  /** In order of arrival; a replaced event keeps its place. */
  readonly #waiting = new Map<string, McpServerEvent>();
  #arrivals = 0;
  #dropped = 0;
  #ended = false;
  #wake: (() => void) | null = null;

  push(event: McpServerEvent): void {
    if (this.#ended) return;
    this.#arrivals += 1;
    this.#waiting.set(standingKey(event) ?? `${this.#arrivals}`, event);
    if (this.#waiting.size > MAX_QUEUED_EVENTS) {
      const [oldest] = this.#waiting.keys();
      if (oldest !== undefined) this.#waiting.delete(oldest);
      this.#dropped += 1;
    }
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
      const [next] = this.#waiting;
      if (next !== undefined) {
        const [key, event] = next;
        this.#waiting.delete(key);
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

/** What a waiting event of the same key is replaced by; null for an event that tells something of its own. */
function standingKey(event: McpServerEvent): string | null {
  switch (event.type) {
    case "tools_list_changed":
    case "prompts_list_changed":
    case "resources_list_changed":
      return event.type;
    case "resource_updated":
      return `resource_updated ${event.uri}`;
    case "progress":
      return `progress ${event.call}`;
    case "task":
    case "log":
    case "cancelled":
    case "subscription_acknowledged":
    case "subscription_ended":
    case "custom":
    case "dropped":
      return null;
  }
}
