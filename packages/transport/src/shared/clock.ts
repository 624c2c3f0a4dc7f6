/** Time as the transports need it. */
export interface TransportClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after that many milliseconds, unless the returned function was called before. */
  schedule(milliseconds: number, callback: () => void): () => void;
}

/** The machine's own clock. Its timers keep a process alive, so that a shutdown under way is finished; all are short. */
export const systemClock: TransportClock = {
  now: () => Date.now(),
  schedule(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
