import type { TransportClock } from "./clock.js";
import type { DiagnosticLog } from "./diagnostic-log.js";
import { FlowBudget } from "./flow-budget.js";

export interface FlowGateOptions {
  readonly clock: TransportClock;
  readonly diagnostics: DiagnosticLog;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Has a reading paused whenever more came unasked than its budget allows, and for as long as that takes (T70). */
export class FlowGate {
  readonly #options: FlowGateOptions;
  readonly #budget: FlowBudget;
  #cancelPause: (() => void) | null = null;

  constructor(options: FlowGateOptions) {
    this.#options = options;
    this.#budget = new FlowBudget(options.clock);
  }

  /** Counts one message that nobody asked for. */
  count(bytes: number): void {
    const pause = this.#budget.spend(bytes);
    if (pause === 0 || this.#cancelPause !== null) return;
    this.#options.diagnostics.record("slowed_down", `${Math.ceil(pause)} ms`);
    this.#options.pause();
    this.#cancelPause = this.#options.clock.schedule(pause, () => this.open());
  }

  /** Ends a pause at once. */
  open(): void {
    if (this.#cancelPause === null) return;
    this.#cancelPause();
    this.#cancelPause = null;
    this.#options.resume();
  }
}
