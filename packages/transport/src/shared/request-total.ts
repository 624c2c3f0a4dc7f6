/** What one request may bring along in all besides its response, as a multiple of one message's cap, and at least, in bytes (T27). */
export const TOTAL_FACTOR = 64;
export const SMALLEST_TOTAL = 16 * 1024 * 1024;
/** How many messages that may be (T27). */
export const MAX_MESSAGES = 250_000;

/** Counts what one request has brought along so far against what it may. */
export class RequestTotal {
  readonly maxBytes: number;
  #bytes = 0;
  #messages = 0;

  constructor(maxMessageBytes: number) {
    this.maxBytes = Math.max(SMALLEST_TOTAL, maxMessageBytes * TOTAL_FACTOR);
  }

  admitsBytes(count: number): boolean {
    this.#bytes += count;
    return this.#bytes <= this.maxBytes;
  }

  admitsMessage(): boolean {
    this.#messages += 1;
    return this.#messages <= MAX_MESSAGES;
  }
}
