import { setMaxListeners } from "node:events";

export interface OwnSignal {
  readonly signal: AbortSignal;
  /** Lets go of the caller's signal. */
  readonly release: () => void;
}

/**
 * A signal of this host's own that aborts with the caller's: the caller's gets one listener for a call, whatever a call needs, and Node
 * has no reason to warn of a leak.
 */
export function ownSignal(caller: AbortSignal): OwnSignal {
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const abort = (): void => controller.abort(caller.reason);
  if (caller.aborted) abort();
  else caller.addEventListener("abort", abort, { once: true });
  return { signal, release: () => caller.removeEventListener("abort", abort) };
}
