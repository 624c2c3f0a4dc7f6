/**
 * Work that is asked for more often than it can be done: at most one run in flight and one after it (S12). A run that something was asked
 * for meanwhile is followed by another, because what it saw may be old (K6).
 */
export class CoalescedWork {
  readonly #run: () => Promise<void>;
  #current: Promise<void> | null = null;
  #isWanted = false;

  /** `run` must not reject. */
  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  get isIdle(): boolean {
    return this.#current === null;
  }

  /** Whether another run was asked for since the one in flight began: what that one saw may be old. */
  get isAskedAgain(): boolean {
    return this.#isWanted;
  }

  request(): void {
    this.#isWanted = true;
    this.#current ??= this.#drain();
  }

  /** Resolves when nothing is in flight and nothing is asked for. */
  async settled(): Promise<void> {
    while (this.#current !== null) await this.#current;
  }

  async #drain(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#run();
    }
    this.#current = null;
  }
}
