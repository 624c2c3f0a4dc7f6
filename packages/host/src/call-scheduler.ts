import { conflicts, type Touch } from "@perspt/kernel";

/** A call's place in the order; `end` lets the calls that waited for it go on, and may be called twice. */
export interface ScheduledTurn {
  end(): void;
}

interface Entry {
  readonly touches: readonly Touch[];
  readonly ended: Promise<void>;
}

/**
 * Orders calls by what they touch (governance.md, Scheduling): a call waits for every earlier one that it conflicts with, and for no
 * other. Earlier means entered earlier, so conflicting calls run in the order proposed and none is dropped.
 */
export class CallScheduler {
  readonly #running = new Set<Entry>();

  /**
   * Takes a place now and resolves when it is this call's turn. An abort while waiting resolves with null and gives the place up.
   */
  async enter(touches: readonly Touch[], signal: AbortSignal): Promise<ScheduledTurn | null> {
    const earlier = [...this.#running].filter((entry) => conflicts(entry.touches, touches));
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const entry: Entry = { touches, ended };
    this.#running.add(entry);
    const turn: ScheduledTurn = {
      end: () => {
        this.#running.delete(entry);
        end();
      },
    };
    const predecessors = Promise.all(earlier.map((other) => other.ended));
    // A call that gives up must not let its followers overtake those that it waited for.
    if (!(await settledBefore(predecessors, signal))) {
      void predecessors.then(() => turn.end());
      return null;
    }
    return turn;
  }
}

async function settledBefore(work: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  let onAbort = (): void => {};
  const aborted = new Promise<false>((resolve) => {
    onAbort = () => resolve(false);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  const settled = await Promise.race([work.then(() => true), aborted]);
  signal.removeEventListener("abort", onAbort);
  return settled;
}
