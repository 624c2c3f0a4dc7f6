import type { TransportClock } from "./clock.js";

/** How much a server may send unasked at once, and how much in a second, in bytes (T70). */
export const FLOW_BURST = 16 * 1024 * 1024;
export const FLOW_RATE = 1024 * 1024;
/** What one message costs besides its bytes: a short one is work as well. */
export const FLOW_COST_OF_A_MESSAGE = 256;

/** Shortest pause, in milliseconds: a flood is read in few long turns rather than in many short ones. */
const SHORTEST_PAUSE = 100;
const SECOND = 1000;

/**
 * Bounds the work that a server can cause by what nobody asked for: notifications, changes on a subscription, answers to nothing. A leaky
 * bucket: what does not fit is not lost, it stays with the server until there is room.
 */
export class FlowBudget {
  readonly #clock: TransportClock;
  #level = 0;
  #levelAt: number;

  constructor(clock: TransportClock) {
    this.#clock = clock;
    this.#levelAt = clock.now();
  }

  /** Counts one message that came. Returns for how long nothing more should be read, in milliseconds; 0 while it is no flood. */
  spend(bytes: number): number {
    const now = this.#clock.now();
    // A clock that was set back gives nothing back.
    const leaked = (Math.max(0, now - this.#levelAt) / SECOND) * FLOW_RATE;
    this.#levelAt = now;
    this.#level = Math.max(0, this.#level - leaked) + bytes + FLOW_COST_OF_A_MESSAGE;
    const surplus = this.#level - FLOW_BURST;
    return surplus <= 0 ? 0 : Math.max(SHORTEST_PAUSE, (surplus / FLOW_RATE) * SECOND);
  }
}
