/** Lets one piece of work run at a time, in the order asked. */
export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once all that came before has settled, whether it failed or not; settles as `work` does. */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
