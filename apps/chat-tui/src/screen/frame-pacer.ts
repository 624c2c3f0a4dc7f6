/** At most 30 frames a second. */
export const FRAME_INTERVAL_MS = 1_000 / 30;

/**
 * Decides when the newest frame is painted: soon, but never within an interval of the last one, and not while the terminal is still
 * taking that. `paint` says whether the terminal takes more; it must not throw.
 */
export class FramePacer {
  readonly #paint: () => boolean;
  #timer: NodeJS.Timeout | null = null;
  #lastPaintedAt = Number.NEGATIVE_INFINITY;
  #isWanted = false;
  #isBlocked = false;

  constructor(paint: () => boolean) {
    this.#paint = paint;
  }

  request(): void {
    this.#isWanted = true;
    this.#schedule();
  }

  /** The terminal took all that it was given. */
  drained(): void {
    this.#isBlocked = false;
    this.#schedule();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isWanted = false;
  }

  #schedule(): void {
    if (!this.#isWanted || this.#isBlocked || this.#timer !== null) return;
    const wait = this.#lastPaintedAt + FRAME_INTERVAL_MS - performance.now();
    this.#timer = setTimeout(() => this.#fire(), Math.max(0, Math.ceil(wait)));
  }

  #fire(): void {
    this.#timer = null;
    this.#isWanted = false;
    this.#lastPaintedAt = performance.now();
    this.#isBlocked = !this.#paint();
  }
}
