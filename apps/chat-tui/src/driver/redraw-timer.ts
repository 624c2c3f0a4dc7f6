/** The shortest time between two frames, in milliseconds. */
const FRAME_MS = 33;
/** How often what is shown of time is looked at. */
const CLOCK_MS = 500;

/** Draws soon after each change, however many there are, and at a slow pace where only time passes. */
export class RedrawTimer {
  readonly #draw: () => void;
  #timer: NodeJS.Timeout | null = null;
  #isSoon = false;
  #isStopped = false;
  #last = 0;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** At the next turn of the event loop, or a frame's time after the last frame. */
  soon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    this.#start(Math.max(0, this.#last + FRAME_MS - performance.now()));
  }

  /** In half a second, unless something changes before. */
  later(): void {
    if (this.#timer === null) this.#start(CLOCK_MS);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #start(delayMs: number): void {
    if (this.#isStopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#isSoon = false;
      this.#last = performance.now();
      this.#draw();
    }, delayMs);
  }
}
