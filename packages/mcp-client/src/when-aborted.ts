interface Followers {
  readonly callbacks: Set<() => void>;
  readonly tell: () => void;
}

const followed = new WeakMap<AbortSignal, Followers>();

/**
 * Calls back once when the signal aborts, unless the returned function was called before. However many follow one signal, it has one
 * listener: callers share theirs among many calls, and Node warns on standard error of more than ten. The callback must not throw; it
 * is called at once where the signal has aborted already.
 */
export function whenAborted(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const { callbacks, tell } = followed.get(signal) ?? follow(signal);
  const follower = (): void => callback();
  callbacks.add(follower);
  return () => {
    callbacks.delete(follower);
    if (callbacks.size > 0) return;
    signal.removeEventListener("abort", tell);
    followed.delete(signal);
  };
}

function follow(signal: AbortSignal): Followers {
  const callbacks = new Set<() => void>();
  const tell = (): void => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener("abort", tell, { once: true });
  const followers = { callbacks, tell };
  followed.set(signal, followers);
  return followers;
}
