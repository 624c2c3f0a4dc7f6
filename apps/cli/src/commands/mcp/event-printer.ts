import type { JsonObject } from "@perspt/json";
import type { Machine } from "../../machine/machine.js";
import { type Block, line } from "../../output/blocks.js";

/** An event in both forms. */
export interface PrintableEvent {
  readonly document: JsonObject;
  readonly blocks: readonly Block[];
}

/** Most events that wait for a slow reader; what comes then is dropped and counted. */
export const MAX_WAITING_EVENTS = 1000;

/** Prints events one after the other, in order, without holding up whoever tells them. */
export class EventPrinter {
  readonly #tell: Machine["tell"];
  readonly #onReaderGone: () => void;
  readonly #waiting: PrintableEvent[] = [];
  #dropped = 0;
  #printing: Promise<void> | null = null;

  constructor(tell: Machine["tell"], onReaderGone: () => void) {
    this.#tell = tell;
    this.#onReaderGone = onReaderGone;
  }

  print(event: PrintableEvent): void {
    if (this.#waiting.length >= MAX_WAITING_EVENTS) this.#dropped += 1;
    else this.#waiting.push(event);
    this.#printing ??= this.#drain();
  }

  /** Resolves when everything has left. */
  async drained(): Promise<void> {
    await this.#printing;
  }

  async #drain(): Promise<void> {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { document, blocks } = next;
      if ((await this.#tell(document, blocks)) === "reader_gone") {
        this.#waiting.length = 0;
        this.#onReaderGone();
      }
    }
    this.#printing = null;
  }

  #next(): PrintableEvent | null {
    const event = this.#waiting.shift();
    if (event !== undefined) return event;
    const count = this.#dropped;
    this.#dropped = 0;
    return count === 0
      ? null
      : { document: { event: "dropped", count }, blocks: [line(`${count} events were dropped`)] };
  }
}
