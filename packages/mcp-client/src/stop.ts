/**
 * Tells when and why something is to stop: what an abort signal is, for those who need no events. Most calls end without a signal ever
 * being made.
 */
export class Stop {
  readonly #followers = new Set<() => void>();
  #controller: AbortController | null = null;
  #isStopped = false;
  #reason: unknown;

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** What it was stopped with; undefined until then. */
  get reason(): unknown {
    return this.#reason;
  }

  /** The same as a signal, made when it is first asked for. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#isStopped) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Only the first reason counts. */
  stop(reason: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    for (const follower of this.#followers) follower();
    this.#followers.clear();
  }

  /**
   * Calls back once when it stops, unless the returned function was called before; at once where it has stopped already. The callback
   * must not throw.
   */
  follow(callback: () => void): () => void {
    if (this.#isStopped) {
      callback();
      return () => {};
    }
    const follower = (): void => callback();
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
    };
  }
}
